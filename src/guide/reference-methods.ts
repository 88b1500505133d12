import { listNamedArguments } from '../api/arguments/argument-schemas.js'
import { methodNotes, methodTexts } from '../api/arguments/method-texts.js'
import { getMethodRow, type MethodName, methodNames } from '../api/arguments/methods.js'
import { venueIds } from '../api/envelope/venue-ids.js'
import { modelSchemas } from '../api/models/model-schemas.js'
import { anchorOf, escapeHtml, escapeText, withCode } from './html.js'
import type { Example } from './reference-examples.js'
import { renderInputFacts, renderType, renderValues } from './schema-texts.js'

/** The methods of the API reference: the list with its search, and an article for each. */

const groups = {
  catalog: 'Markets and events',
  live: 'Candles, books and trades',
  router: 'Matches between venues',
  account: 'Accounts',
  trading: 'Orders',
  pure: 'Calculations',
  stream: 'Streams',
  system: 'Capabilities and sessions',
  auth: 'Wallet login',
  legacy: 'Older names',
} as const

/** Address in the examples. The page's script replaces it by the address of the daemon that serves the page. */
const ORIGIN = 'http://localhost:3847'

const grouped = Object.entries(groups).map(([group, title]) => ({
  title,
  names: methodNames.filter((name) => getMethodRow(name).group === group),
}))

/** Renders the list of all methods. The search above it is hidden until the page's script runs. */
export function renderMethodList(): string {
  const items = grouped.map(
    ({ title, names }) =>
      `<li><a href="#${anchorOf(title)}">${title}</a><ul>${names.map((name) => `<li><a href="#${name}"><code>${name}</code></a></li>`).join('')}</ul></li>`,
  )
  const options = venueIds.map((id) => `<option value="${id}">`)
  return `<section id="methods"><h2>Methods</h2>
<div class="find" hidden><label for="find">Search methods by name, parameter or text</label><input type="search" id="find" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-describedby="found"><p id="found" class="quiet" role="status"></p></div>
<datalist id="venues">${options.join('')}</datalist>
<ul class="toc methods">${items.join('')}</ul></section>`
}

/** Renders the articles of all methods, in sections by group. */
export function renderMethods(examples: ReadonlyMap<MethodName, Example>): string {
  return grouped
    .map(
      ({ title, names }) =>
        `<section class="group"><h2 id="${anchorOf(title)}">${title}</h2>${names.map((name) => articleOf(name, examples.get(name))).join('')}</section>`,
    )
    .join('\n')
}

function articleOf(name: MethodName, example: Example | undefined): string {
  const { verb, args, returns } = getMethodRow(name)
  const positions = args.map((arg) => `${arg.name}${arg.optional === true ? '?' : ''}`).join(', ')
  const note = methodNotes[name]
  return `<article id="${name}">
<h3><code>${name}</code> <span class="verbs">${verb === 'get' ? 'GET, POST' : 'POST'}</span></h3>
<p>${withCode(methodTexts[name])}${note === undefined ? '' : ` ${withCode(note)}`}</p>
<p class="quiet">Positions: <code>${positions || 'none'}</code>. Data: <code>${typeLinks(returns)}</code>.</p>
${parametersOf(name)}
${example === undefined ? '' : exampleHtml(example)}
${formOf(name, example)}
</article>`
}

function parametersOf(method: MethodName): string {
  const rows = listNamedArguments(method)
    .filter(({ isUnread }) => !isUnread)
    .map(
      (argument) =>
        `<tr${getMethodRow(method).verb === 'get' ? renderInputFacts(argument.schema) : ''}><td><code>${argument.name}</code>${argument.isRequired ? ' *' : ''}</td><td>${renderType(argument.schema)}</td><td>${withCode(argument.fallback ?? '-')}</td><td>${renderValues(argument.schema)}</td><td>${withCode(argument.schema.description ?? '-')}</td></tr>`,
    )
  if (rows.length === 0) return '<p class="quiet">No parameters.</p>'
  return `<div class="scroll"><table><thead><tr><th>name</th><th>type</th><th>default</th><th>values</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function exampleHtml({ verb, target, body = '', response }: Example): string {
  const posted = `-X POST -H 'content-type: application/json' -d '${body.replaceAll("'", "'\\''")}' `
  const call = `curl -sS ${verb === 'GET' ? '' : posted}'${ORIGIN}${target}'`
  const shown = response === undefined ? '' : `<pre tabindex="0"><code>${escapeText(response)}</code></pre>`
  return `<details><summary>Example</summary><pre tabindex="0"><code>${escapeText(call)}</code></pre>${shown}</details>`
}

/** Renders the place of a form, which the page's script builds from the table; or the reason why there is none. */
function formOf(name: MethodName, example: Example | undefined): string {
  const { verb, group } = getMethodRow(name)
  if (verb === 'get')
    return example === undefined ? '' : `<div class="try" data-target="${escapeHtml(example.target)}"></div>`
  const reason =
    group === 'trading'
      ? 'this method creates or changes orders, and this page never trades'
      : 'forms send GET requests only, and this method needs a POST'
  return `<p class="quiet">No form: ${reason}.</p>`
}

function typeLinks(returns: string): string {
  return escapeHtml(returns).replace(/\w+/g, (word) =>
    Object.hasOwn(modelSchemas, word) ? `<a href="#${word}">${word}</a>` : word,
  )
}
