// Light or dark: as the system says, until the reader chooses.

const THEMES = ["auto", "light", "dark"];

function remembered() {
  try {
    return localStorage.getItem("community-theme") ?? "auto";
  } catch {
    return "auto"; // a page from a file may have no storage
  }
}

function wear(theme, button) {
  document.documentElement.dataset.theme = theme;
  button.textContent = `theme: ${theme}`;
  try {
    localStorage.setItem("community-theme", theme);
  } catch {
    // then it holds until the page is closed
  }
}

function themeButton() {
  let theme = THEMES.includes(remembered()) ? remembered() : "auto";
  const button = el("button", {
    type: "button",
    class: "quiet theme",
    click: () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      wear(theme, button);
    },
  });
  wear(theme, button);
  return button;
}
