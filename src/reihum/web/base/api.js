// Requests to the server over HTTP. An error is one sentence in the reader's language.

import { siteRoot } from "./base_url.js";
import { currentLanguage, say } from "./words.js";

/** A request that failed; its message is for the reader. */
export class RequestError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} text
   */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/**
 * What went wrong, in one sentence.
 * @param {unknown} error
 */
export function errorText(error) {
  return error instanceof RequestError ? error.message : say("lost.failed");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "accept-language": currentLanguage() };
  if (body) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(siteRoot + path, { method, headers, body: body ? JSON.stringify(body) : undefined });
  } catch {
    throw new RequestError(0, "offline", say("lost.unreachable"));
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const content = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new RequestError(response.status, content.error ?? "", content.text ?? say("lost.failed"));
  return content;
}

/** @param {string} path */
export function del(path) {
  return request("DELETE", path);
}

/** @param {string} path */
export function get(path) {
  return request("GET", path);
}

/**
 * @param {string} path
 * @param {object} [body]
 */
export function post(path, body) {
  return request("POST", path, body);
}
