// The workspaces of an agent and their tabs, in which its panes stand.

import { CHARACTERS, ENTRIES, clip, isId } from "./limits.mjs";

export class Places {
  #workspaces = new Map(); // id → {title, tabs: Map of id → {title}}

  /** Makes the workspace, and the tab in it where one is named; known ones get the new title. */
  make(id, title, tabId, tabTitle) {
    const workspace = place(this.#workspaces, id, title, ENTRIES.workspaces, "workspace");
    workspace.tabs ??= new Map();
    if (tabId !== undefined) place(workspace.tabs, tabId, tabTitle, ENTRIES.tabs, "tab");
  }

  /** Everything to keep, as entries for make(). */
  everything() {
    return [...this.#workspaces].flatMap(([id, { title, tabs }]) =>
      [...tabs].map(([tabId, tab]) => ({ k: "place", id, title, tabId, tabTitle: tab.title })),
    );
  }

  /** The workspaces as the snapshot shows them, with `panes` in their tabs. */
  view(panes) {
    const inTab = (workspace, tab) =>
      panes.filter((pane) => pane.workspace === workspace && pane.tab === tab);
    return [...this.#workspaces].map(([id, { title, tabs }]) => ({
      id,
      title,
      tabs: [...tabs].map(([tabId, tab]) => ({
        id: tabId,
        title: tab.title,
        panes: inTab(id, tabId).map((pane) => pane.view()),
      })),
    }));
  }
}

function place(map, id, title, most, word) {
  if (!isId(id)) throw new TypeError(`The ${word} id "${id}" breaks the id rule.`);
  const known = map.get(id);
  if (known === undefined && map.size >= most) throw new TypeError(`At most ${most} ${word}s.`);
  const made = known ?? {};
  made.title = clip(title ?? made.title ?? id, CHARACTERS.title);
  map.set(id, made);
  return made;
}
