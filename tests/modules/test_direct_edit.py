from tests.modules.listener import ANSWER_FORMAT, moment, past, reply, tagged, wrap


async def test_without_observations_the_candidate_passes_without_a_call():
    module, model = wrap("direct_edit")

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"
    assert model.asked == []


async def test_transcripts_are_the_system_message_and_the_candidate_the_user_message():
    module, model = wrap("direct_edit", word_cap=200)
    await module.learn(past())

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A) indeed"

    system, user = model.asked[0].messages
    assert [system.role, user.role] == ["system", "user"]
    assert "It is 2 indeed. (A)" in tagged(system.text, "transcripts")
    assert tagged(user.text, "candidate") == "Two. (A)"
    assert ANSWER_FORMAT in system.text
    assert "200 words" in system.text


async def test_the_newcomers_own_words_are_not_shown():
    module, model = wrap("direct_edit")
    await module.learn(past())
    await module.rewrite("Two. (A)", moment())

    assert "words (B)" not in model.text("direct_edit")


async def test_without_a_cap_no_limit_is_told():
    module, model = wrap("direct_edit")
    await module.learn(past())
    await module.rewrite("Two. (A)", moment())

    assert "Word limit: none" in model.text("direct_edit")


async def test_only_the_window_is_shown():
    module, model = wrap("direct_edit", window=2)
    for index in range(4):
        await module.learn(past(index))
    await module.rewrite("Two. (A)", moment())

    shown = model.text("direct_edit")
    assert ["What is 1 + 2?" in shown, "What is 2 + 2?" in shown, "What is 3 + 2?" in shown] == [
        False,
        True,
        True,
    ]


async def test_a_sample_is_drawn_for_each_edit_and_is_the_same_next_time():
    shown: list[list[str]] = []
    for _ in range(2):
        module, model = wrap("direct_edit", sample=2)
        for index in range(6):
            await module.learn(past(index))
        for place in range(8):
            await module.rewrite("Two. (A)", moment(f"d6.r{place}"))
        shown.append([request.messages[0].text for request in model.asked])

    assert all(text.count("<topic>") == 2 for text in shown[0])
    assert len(set(shown[0])) > 1
    assert shown[0] == shown[1]


async def test_a_useless_edit_leaves_the_candidate_and_is_counted():
    module, _ = wrap("direct_edit", lambda request: reply("Two it", finish="length"))
    await module.learn(past())

    assert await module.rewrite("Two. (A)", moment()) == "Two. (A)"
    assert module.state()["failed_edits"] == 1
