// Where the files of the page lie; the address changes with their contents.

export const base = document.querySelector('meta[name="base"]')?.getAttribute("content") ?? "";
