// The address of the page's files; it changes with their contents.

export const baseUrl = document.querySelector('meta[name="base"]')?.getAttribute("content") ?? "";
