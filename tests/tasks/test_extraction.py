"""The letter a reply settles on, in a large table of ways to say it."""

import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.tasks.extraction import extract_letter

PLAIN = [
    ("(C)", "C"),
    ("C", "C"),
    ("c", "C"),
    ("C.", "C"),
    ("A", "A"),
    ("I", "I"),
    ("A.", "A"),
    ("C)", "C"),
    ("[C]", "C"),
    ("(c)", "C"),
    ("( C )", "C"),
    ("C) 42 km", "C"),
    ("C. 42 km", "C"),
    ("C: 42 km", "C"),
    ("A) 42 km", "A"),
    ("A. 42 km", "A"),
    ("(J) 42 km", "J"),
    ("Answer: C", "C"),
    ("Answer: (C)", "C"),
    ("ANSWER: C", "C"),
    ("answer: c", "C"),
    ("Answer - C", "C"),
    ("Answer = C", "C"),
    ("Answer: A", "A"),
    ("Answer: I", "I"),
    ("Answer: A.", "A"),
    ("Answer:\nC", "C"),
    ("Final answer:\n\n(C)", "C"),
    ("Final answer: C) 42 km", "C"),
    ("Final Answer: option C", "C"),
    ("The answer is C", "C"),
    ("The answer is C.", "C"),
    ("The answer is (C)", "C"),
    ("the answer is (C)", "C"),
    ("The answer is A.", "A"),
    ("The answer is A because the train is slower.", "A"),
    ("The answer is I.", "I"),
    ("The answer is I, since nine groups fit.", "I"),
    ("The correct answer is option C.", "C"),
    ("The correct option is C, 42 km.", "C"),
    ("The best choice here is C.", "C"),
    ("The answer should therefore be (C).", "C"),
    ("The correct answer, in my view, is C.", "C"),
    ("I'd go with option c", "C"),
    ("I'd go with option a.", "A"),
    ("I would pick C here.", "C"),
    ("I choose C.", "C"),
    ("I vote for D.", "D"),
    ("I'll stick with B.", "B"),
    ("Going with D.", "D"),
    ("So B it is.", "B"),
    ("That leaves us with E.", "E"),
    ("Option C", "C"),
    ("option c", "C"),
    ("Option A is correct.", "A"),
    ("option a is right", "A"),
    ("Choice (D) fits best.", "D"),
    ("My vote: G", "G"),
    ("It must be H.", "H"),
    ("It's C.", "C"),
    ("Therefore, C.", "C"),
    ("Hence (C).", "C"),
    ("5 × 7 = 35, so (C)", "C"),
    ("That makes 35 in total (C).", "C"),
    ("D seems right to me.", "D"),
]

TYPOGRAPHY = [
    ("**C**", "C"),
    ("**(C)**", "C"),
    ("**C)** 42 km", "C"),
    ("**C) 42 km**", "C"),
    ("*C*", "C"),
    ("__C__", "C"),
    ("`C`", "C"),
    ("`(C)`", "C"),
    ("~~C~~", "C"),
    ("**A**", "A"),
    ("**Answer:** C", "C"),
    ("**Answer: C**", "C"),
    ("**Answer**: **C**", "C"),
    ("### Answer\n\n**C**", "C"),
    ("## Final answer: C", "C"),
    ("> (C)", "C"),
    ("- C) 42 km", "C"),
    ("The answer is **C**.", "C"),
    ("The answer is **A**.", "A"),
    ("The answer is *(C) 42 km*.", "C"),
    ("so **C** it must be", "C"),
    ('The answer is "C".', "C"),
    ("The answer is “C”.", "C"),
    ("The answer is ‘C’.", "C"),
    ("（Ｃ）", "C"),
    ("The answer is （C）。", "C"),
    ("Ｃ", "C"),
    ("Answer： Ｃ", "C"),
    ("【C】", "C"),
    ("Ⓒ", "C"),
    ("⒞", "C"),
    ("𝐂", "C"),
    ("(\u200bC\u200b)", "C"),
    ("(C)\ufe0f", "C"),
    ("\\boxed{C}", "C"),
    ("$\\boxed{C}$", "C"),
    ("\\(\\boxed{C}\\)", "C"),
    ("\\[ \\boxed{\\text{C}} \\]", "C"),
    ("$$\\boxed{\\textbf{(C)}\\ 42}$$", "C"),
    ("\\boxed{(C)}", "C"),
    ("\\boxed{C. 42}", "C"),
    ("\\boxed{A}", "A"),
    ("Thus we get \\boxed{I}.", "I"),
    ('{"answer": "C"}', "C"),
    ('{"answer": "A", "why": "A train is slow"}', "A"),
    ("<answer>C</answer>", "C"),
    ("<answer>(A)</answer>", "A"),
    ("Answer → C", "C"),
    ("Answer -> (C)", "C"),
    ("(C)\r\n", "C"),
    ("Work first.\r\n\r\nAnswer: (C)\r\n", "C"),
]

SEVERAL = [
    ("I first thought (A) but after adding the toll it is (C).", "C"),
    ("I first thought it was (A), but the toll counts too, (C)", "C"),
    ("(C). I first thought (A).", "C"),
    ("Initially I chose (A). Now I choose (D).", "D"),
    ("The answer is (A)? No wait, it must be (C).", "C"),
    ("The answer is (A). Hmm, on reflection, (C).", "C"),
    ("The answer is (A). Actually, (C).", "C"),
    ("My answer was (A), but after reading Agent 2 I now agree with (C).", "C"),
    ("I am changing my answer from (A) to (C).", "C"),
    ("I switch from B to D.", "D"),
    ("I revise my choice to (F).", "F"),
    ("The answer is (C), not (A).", "C"),
    ("The answer is (C) and not (A).", "C"),
    ("It is (C) rather than (D).", "C"),
    ("It is C rather than D.", "C"),
    ("I prefer (C) over (A).", "C"),
    ("I take (C) instead of (E).", "C"),
    ("(C), unlike (D), keeps the units.", "C"),
    ("The answer is (C), because (A) ignores friction.", "C"),
    ("The answer is (C). I ruled out (A) and (B).", "C"),
    ("The answer is (C). I ruled out (A), (B).", "C"),
    ("Ruling out (A), (B), and (D), I am left with (C).", "C"),
    ("We can eliminate A, B and D. That leaves C.", "C"),
    ("(A) is too small. (B) is wrong. (C) works.", "C"),
    ("(C) works. (A) is too small, and (B) is wrong.", "C"),
    ("(C) is right and (A) is wrong.", "C"),
    ("The answer is (C) and (D) is a trap.", "C"),
    ("The answer is (C). (A) comes from forgetting the toll.", "C"),
    ("The answer is (C). Note that (A) would double-count the toll.", "C"),
    ("The answer is (C). (A) was tempting.", "C"),
    ("Agent 1 says the answer is (A), but I get 12, which is (C).", "C"),
    ("I get 12, which is (C). Agent 1 said (A).", "C"),
    ("The answer is (C). Agent 2 picked (A), and I see why.", "C"),
    ("Agent 1 is right: the answer is (C). Agent 2's (A) forgets the toll.", "C"),
    ("I agree with Agent 1 that the answer is (C). Agent 2 answered (A).", "C"),
    ("I agree with Agent 1's choice of (C), not Agent 2's (A).", "C"),
    ("Between (A) and (C), I choose (C).", "C"),
    ("It could be (A) or (C); the toll decides, so (C).", "C"),
    ("I compared B and D; D fits.", "D"),
    ("Agent 2 convinced me that the answer is (C).", "C"),
    ("Agent 1 chose (C).", "C"),
    ("(A) 3 (B) 4 (C) 5 (D) 6 (E) 7 (F) 8 (G) 9 (H) 10 (I) 11 (J) 12. The answer is (D).", "D"),
    ("(A) 3\n(B) 4\n(C) 5\n(D) 6\n(E) 7\n(F) 8\n(G) 9\n(H) 10\n(I) 11\n(J) 12\n\nFive is right. (C)", "C"),
    ("A. 3\nB. 4\nC. 5\nD. 6\nE. 7\nF. 8\nG. 9\nH. 10\nI. 11\nJ. 12\n\nC", "C"),
    ("(a) add the prices, (b) take off the change. The answer is (D).", "D"),
    ("a) add the prices\nb) take off the change\nAnswer: D", "D"),
    ("Answers end with a letter such as (A). Mine is (C).", "C"),
    ("The answer is none other than (C).", "C"),
    ("Not (A), but (C).", "C"),
    ("It isn't (A). It can't be (B). It's (C).", "C"),
]

NONE = [
    ("", None),
    ("   \n", None),
    ("No response.", None),
    ("I do not know.", None),
    ("A train leaves at nine.", None),
    ("I think a lot about it, and I am not sure.", None),
    ("I'm lost.", None),
    ("The answer is a matter of taste.", None),
    ("Answer: A train needs three hours.", None),
    ("The answer: I think it is about forty.", None),
    ("The option a student would take is unclear.", None),
    ("The answer is 42.", None),
    ("The answer is (42).", None),
    ("It is not (A).", None),
    ("(A) is wrong.", None),
    ("I can rule out (A), (B) and (D).", None),
    ("It is either (A) or (C).", None),
    ("(K)", None),
    ("The answer is (Z).", None),
    ("Answer: K", None),
    ("P(A) = 0.5 and P(B) = 0.25.", None),
    ("P (A) is one half.", None),
    ("f(c) = 3", None),
    ("Water boils at 100 °C.", None),
    ("E = mc^2", None),
    ("Vitamin C helps.", None),
    ("Let B = 3, and then B + 4 = 7.", None),
    ("Which option(s) fit?", None),
    ("(i) add, (ii) subtract", None),
    ("I. Intro\nII. Middle\nIII. Close", None),
    ("Q: What is asked?\nA: The total.\nQ: How?\nA: By adding.", None),
    ("(see point B)", None),
    ("(a) add the prices, (b) take off the change.", None),
    ("Thanks, that's a good point.", None),
    ("It's a good day. I like it.", None),
    ("The ABCs of maths.", None),
    ("A B-flat scale", None),
    ("(end)", None),
    ("Ⅰ. Start  Ⅱ. End", None),
    (
        "(A) 3 (B) 4 (C) 5 (D) 6 (E) 7 (F) 8 (G) 9 (H) 10 (I) 11 (J) 12",
        None,
    ),
]

NORM_BOUND = [
    ("Adding both legs gives 42. (C) (end)", "C"),
    ("The answer is (C).\n(end)", "C"),
    ("(A) forgets the toll. The total fits (C) klomble", "C"),
    ("snondle The total fits (C). snondle", "C"),
    ("Zorbax. I make it 42, so (C).", "C"),
    ("The prablix is (C).", "C"),
    ("Forty-two drendal nothing else, plok (C)", "C"),
    ("We get velmish total of 42. (C)", "C"),
    ("(C) ★", "C"),
    ("(C) ✅", "C"),
    ("(C)‽", "C"),
    ("→ (C)", "C"),
    ("¶ The answer is (C) ¶", "C"),
    ("It is 42 (C). :)", "C"),
    ("The answer is (C). Goodbye, and take care, everyone!", "C"),
    ("Step 1: add. Step 2: halve. Step 3: (C).", "C"),
    ("I. Sum\nII. Half\nIII. Check\nIV. Compare\nV. Close\n\n(C)", "C"),
    ("I. Sum\nII. Half\n\nThe answer is I.", "I"),
    ("Q: What is asked?\nA: The total.\nQ: How?\nA: By adding.\n\nThe answer is (D).", "D"),
    ("Section A\nWe add.\nSection B\nWe halve.\n\n(G)", "G"),
    ("As an AI language model, I answer (C).", "C"),
    ("Personally, I find (C) convincing.", "C"),
    ("This reminds me of a fare problem. A toll is added once. (B)", "B"),
    ("- [x] read\n- [x] add\n- [x] check\n\n(C)", "C"),
    ("frim frim frim (C)", "C"),
    ("Great question! A short sum gives 42, hence (C).", "C"),
    ("What is the total? I restate: what is the total? It is 42, which is option (C).", "C"),
]

DISCUSSED = [
    (
        "Let me recompute. 3 notebooks cost $12.60 and the pens $3.60, together $16.20, "
        "which leaves $33.80. That corresponds to option (D). Agent 2 arrived at (F) by "
        "forgetting the pens, so I keep my answer. (D)",
        "D",
    ),
    (
        "I see that both agents landed on (B). Checking the sum again, I get 48, and 48 "
        "is option (E). I will keep (E).",
        "E",
    ),
    ("Both of my peers say (B). I checked and they are right. (B)", "B"),
    ("Agent 1 and Agent 2 disagree: (B) against (E). I side with Agent 2. (E)", "E"),
    (
        "Looking at the options:\n(A) 12 - too small\n(B) 14 - no\n(C) 15 - yes\n(D) 16 - "
        "no\n(E) 17 - no\n(F) 18 - no\n(G) 19 - no\n(H) 20 - no\n(I) 21 - no\n(J) 22 - "
        "no\n\nTherefore the answer is (C).",
        "C",
    ),
    ("**Step 1:** Add.\n**Step 2:** Divide.\n\n**Final Answer: (G)**", "G"),
    ("The final answer is: $\\boxed{(H)}$.", "H"),
    ("Thank you for sharing. I stand by my earlier answer, (C).", "C"),
    ("I stand by (C).", "C"),
    ("I maintain that (C) is correct.", "C"),
    (
        "I still believe the correct answer is (C), since 5*7=35. Agent 1's suggestion "
        "(A) would hold only if the toll were free.",
        "C",
    ),
    ("After considering Agent 2's argument, I am revising my answer to (F).", "F"),
    ("My previous answer (A) was wrong. The right one is (F).", "F"),
    ("Previously I answered (A). I now see (F) is right.", "F"),
    ("I was wrong to choose (A). (F)", "F"),
    ("No response.", None),
    ("A. Adding first, we get 12. B. Dividing, we get 4. So the answer is (D).", "D"),
    ("Consider the consequences. The answer ★ is (C).", "C"),
    ("(C) ≈ 42 ± 0", "C"),
    ("C - 42", "C"),
    ("A - 42", "A"),
    ("C, because the sum is 42.", "C"),
    ("A, because the sum is 42.", "A"),
    ("A", "A"),
    ("A is correct.", "A"),
    ("A is the answer.", "A"),
    ("A seems right.", "A"),
    ("I believe A is correct.", "A"),
    ("I think A.", "A"),
    ("I think it's A.", "A"),
    ("I think I is right.", "I"),
    ("I am confident in C.", "C"),
    ("Option A and option C both look good, but option C is better.", "C"),
    ("Of all options, the one matching 42 km is D.", "D"),
    ("D!", "D"),
    ("d)", "D"),
    ("d) 42 km", "D"),
    ("Option (d).", "D"),
    ("The answer is d.", "D"),
    ("The answer is a.", "A"),
    ("the answer is a", "A"),
    ("The answer is a long story.", None),
    ("The right answer is a number near 42.", None),
    ("The answer: a train.", None),
    ("Answer (C)", "C"),
    ("Answer C", "C"),
    ("ANS: C", "C"),
    ("Ans. C", "C"),
    ("=> C", "C"),
    ("Final: C", "C"),
    ("My final answer remains (C). Cheers!", "C"),
    ("So we have A = 3 and B = 4, so A + B = 7, answer: (F)", "F"),
    ("Let events A and B be independent. Then P(A and B) = P(A)P(B) = 1/12, i.e. (E).", "E"),
    ("Let events A and B be independent. Then P(A ∩ B) = 1/12.", None),
    ("In the triangle with corners A, B and C, the side AB is 3. (G)", "G"),
    ("Machine A makes 60 % and machine B 40 %. The share from A is 3/5 (D).", "D"),
    ("Machine A makes 60 %, so the answer is (D).", "D"),
    ("Machine A makes 60 % and B makes 40 %.", None),
    ("Candidate letters: A, B, C. Choose C.", "C"),
    ("I can't decide between (A) and (C).", None),
    ("I can't decide between A and C.", None),
    ("(A), (B) and (C) are all too small, so it must be (D)", "D"),
    ("It can only be (D) because (A)-(C) are too small.", "D"),
    ("(A) through (C) are too small; (D) is right; (E) through (J) are too large.", "D"),
    ("None of the options match.", None),
    ("None of (A), (B), (C) is right.", None),
    ("Neither (A) nor (B) fits; (C) does.", "C"),
    ("We subtract: 50 − 16.20 = 33.80.\n\nD", "D"),
    ("We subtract: 50 − 16.20 = 33.80.\n\nA", "A"),
    ("33.80 — D", "D"),
    ("33.80 (D).", "D"),
    ("The value is 33.80, option D, as Agent 1 said.", "D"),
    ("As Agent 1 said, (D).", "D"),
    ("Like Agent 1, I get (D).", "D"),
    ("I disagree with Agent 1's (A) and choose (D).", "D"),
    ("I disagree with (A).", None),
    ("I don't think it's (A); I think it's (D).", "D"),
    ("I doubt (A). My choice: (D)", "D"),
    ("Why not (A)? Because it ignores the toll. (D)", "D"),
    ("The answer is (D), though (A) comes close.", "D"),
    ("The answer is (D), though (A) is close.", "D"),
    ("The answer is (D). Agent 1: please recheck your step leading to (A).", "D"),
    ("The answer is (D). If the toll were free it would be (A).", "D"),
    ("If the toll were free, it would be (A), but it is not, so (D).", "D"),
    ("(D) is the only option that keeps the units; (A) and (B) do not.", "D"),
    ("Agent 1, your answer (A) misses the toll. Mine stays at (D).", "D"),
    ("ⓓ", "D"),
    ("(D)(end)", "D"),
    ("(D)\n\n(end)\n", "D"),
    ("(D) klomble.", "D"),
    ("(D). snondle", "D"),
    ("(D)\nklomble", "D"),
    ("Answer: (D)\n\nklomble", "D"),
    ("Answer:(D)", "D"),
    ("Answer:D", "D"),
    ("answer is:D", "D"),
    ("The answer is $D$.", "D"),
    ("The answer is D) 42", "D"),
    ("<final>The answer is (D).</final>", "D"),
    ("The answer is option `D`.", "D"),
    ("The answer is  **option D**.", "D"),
    ("The answer is **D: 42 km**", "D"),
    ("The answer is **(D) 42 km**, because the sum is so.", "D"),
    ("**The correct answer is D.**", "D"),
    ("**D. 42 km**", "D"),
    ("**A. 42 km**", "A"),
    ("**I. 42 km**", "I"),
    ("I. 42 km", "I"),
    ("Réponse : (D)", "D"),
    ("Antwort: D", "D"),
    ("答案是 D。", "D"),
    ("The option is I", "I"),
    ("Since I is larger than H, I pick H.", "H"),
    ("We need I = V/R. The current is 2 ampere, so (B).", "B"),
    ("Using F = ma, G is constant.", None),
    ("The answer is (B) or (C).", None),
    ("The answer is (B)/(C).", None),
    ("A big thank you! I agree.", None),
    ("Plan A fails.", None),
    (
        "Let us restate the options: A: 3, B: 4, C: 5, D: 6, E: 7, F: 8, G: 9, H: 10, I: 11, J: 12. We need 6.",
        None,
    ),
    (
        "Let us restate the options: A: 3, B: 4, C: 5, D: 6, E: 7, F: 8, G: 9, H: 10, I: 11, J: 12. We need 6. D",
        "D",
    ),
    ("Answer choices: (A) 3 (B) 4 (C) 5 (D) 6 (E) 7 (F) 8 (G) 9 (H) 10 (I) 11 (J) 12.", None),
    (
        "A: Apples arrive. B: Bees buzz. C: Cats climb. D: Dogs dig. E: Eels eat. F: "
        "Frogs flee. G: Geese go. H: Hens hop. I: Ibises itch. J: Jays jump. K: Kites "
        "keep. The answer is (F).",
        "F",
    ),
    ("Apples always arrive. Bees buzz. Cats climb. (F)", "F"),
    ("§ 1. (a) The sum is 3. § 2. (b) The rest is 4. (F)", "F"),
    ("The answer must be (F), right? :)", "F"),
    ("Is it (F)? Yes.", "F"),
    ("Is it (A)? No. Is it (F)? Yes.", "F"),
    ("My final answer is not (A) but (F).", "F"),
    ("It's between (A) and (F). (F).", "F"),
    ("Everyone agrees on (F).", "F"),
    ("You are all wrong. (F)", "F"),
    ("They chose (A); they chose (F).", "F"),
    ("Agents 1 and 2 both chose (A). I concur.", "A"),
    (
        "Hi! I'd answer (F) here. Take care, and see you in the next round of questions, dear friends of arithmetic!",
        "F",
    ),
    # a message cut after "A" or "I" is not an answer
    ("We subtract: 50 − 16.20 = 33.80. I", None),
    ("We subtract: 50 − 16.20 = 33.80. A", None),
]


@pytest.mark.parametrize(("reply", "letter"), PLAIN + TYPOGRAPHY + SEVERAL + NONE + NORM_BOUND + DISCUSSED)
def test_extract_letter_reads_what_the_reply_settles_on(reply: str, letter: str | None):
    assert extract_letter(reply, 10) == letter


@pytest.mark.parametrize("n_options", [2, 3, 4, 10, 26])
def test_extract_letter_ignores_letters_beyond_the_options(n_options: str | int):
    allowed = string.ascii_uppercase[: int(n_options)]
    for letter in string.ascii_uppercase:
        expected = letter if letter in allowed else None
        assert extract_letter(f"The answer is ({letter}).", int(n_options)) == expected


WRAPPERS = [
    "The answer is ({}).",
    "**{}**",
    "{})",
    "Answer: {}",
    "\\boxed{{{}}}",
    "I'd go with option {}",
    "({})",
    "So I choose ({}) (end)",
    "The prablix is ({}) klomble",
]
PREAMBLES = [
    "",
    "A car is slower than a train. I add both legs. ",
    "Agent 1 said (B), which is too low. ",
    "I first thought (D). ",
    "(E) is wrong, and I rule out (F), (G) and (H). ",
    "P(A) = 1/2 holds. ",
]


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("preamble", PREAMBLES)
def test_extract_letter_finds_every_letter_in_every_wrapper(wrapper: str, preamble: str):
    for letter in "ABCDEFGHIJ":
        reply = f"{preamble}\n{wrapper.format(letter)}"

        assert extract_letter(reply, 10) == letter, reply


WORDS = st.lists(
    st.sampled_from(
        [
            "the",
            "total",
            "of",
            "both",
            "legs",
            "a",
            "I",
            "and",
            "so",
            "we",
            "add",
            "fares",
            "by",
            "42",
            "km",
            "then",
        ]
    ),
    max_size=40,
)


@given(words=WORDS, letter=st.sampled_from("ABCDEFGHIJ"))
def test_extract_letter_survives_prose_before_the_answer(words: list[str], letter: str):
    assert extract_letter(f"{' '.join(words)}.\n\nThe answer is ({letter}).", 10) == letter


@given(text=st.text(max_size=300), n_options=st.integers(2, 26))
def test_extract_letter_returns_a_known_letter_or_none_for_any_text(text: str, n_options: int):
    letter = extract_letter(text, n_options)

    assert letter is None or letter in string.ascii_uppercase[:n_options]


@pytest.mark.parametrize(
    "unit", ["(A) ", "answer is ", "A ", "**", "\\boxed{", "I think that ", "((", "agree ", " "]
)
def test_extract_letter_stays_quick_on_long_hostile_text(unit: str):
    text = unit * (20_000 // len(unit))
    start = time.process_time()

    extract_letter(text, 10)

    assert time.process_time() - start < 5
