// Lint for the page's JavaScript. What is forbidden here would mostly break under the strict content security policy.
const js = require("@eslint/js");
const globals = require("globals");

const markup = "Text never becomes markup: build elements with h() or set textContent.";
const style = "The content security policy forbids style attributes: set a class, or element.style.setProperty.";
const imports = "There is no build step: import a relative path that ends in .js.";

const asText = ["innerHTML", "outerHTML", "insertAdjacentHTML", "createContextualFragment", "setHTMLUnsafe"];
const relative = "/^\\.\\.?\\x2F.*\\.js$/";

module.exports = [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    rules: {
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "no-alert": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-script-url": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        ...asText.map((property) => ({ property, message: markup })),
        { object: "document", property: "write", message: markup },
        { property: "cssText", message: style },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.property.name=/^setAttribute/] > Literal[value='style']", message: style },
        { selector: `ImportDeclaration[source.value!=${relative}]`, message: imports },
        { selector: `ExportNamedDeclaration[source][source.value!=${relative}]`, message: imports },
        { selector: `ExportAllDeclaration[source.value!=${relative}]`, message: imports },
      ],
    },
  },
  { files: ["**/sw.js"], languageOptions: { globals: globals.serviceworker } },
];
