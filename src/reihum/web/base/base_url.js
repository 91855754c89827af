// Where the server and the page's files are.

/** The path below which the server is; empty at a site of its own. Everywhere else paths are those below it. */
export const siteRoot = document.querySelector('meta[name="root"]')?.getAttribute("content") ?? "";

/** The path of the page's files; it changes with their contents. */
export const baseUrl = document.querySelector('meta[name="base"]')?.getAttribute("content") ?? "";
