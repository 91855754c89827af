// Where the files of the page lie; the address changes with their contents.

export const baseUrl = document.querySelector('meta[name="base"]')?.getAttribute("content") ?? "";
