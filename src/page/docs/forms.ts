import { PMX_HEADER_PREFIX } from '../../api/envelope/pmx-headers.js'
import { curlOf } from '../shared/curl.js'
import { readStoredToken } from '../shared/request.js'
import { buildTarget } from './texts.js'

/** Adds a form to each method of the API reference that a GET calls. It is built when it is opened. */
export function setUpForms(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.try')) {
    const details = element('details', element('summary', 'Try it'))
    const build = (): void => details.append(formOf(place))
    details.addEventListener('toggle', build, { once: true })
    place.append(details)
  }
}

interface Field {
  readonly name: string
  readonly input: HTMLInputElement | HTMLSelectElement
  readonly label: HTMLLabelElement
}

function formOf(place: HTMLElement): HTMLFormElement {
  const article = place.closest('article')
  const method = article?.id ?? ''
  const example = new URL(place.dataset['target'] ?? '', location.href)
  const venue = venueField(example.pathname.split('/')[2] ?? '')
  const fields = [...(article?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [])].map((row) =>
    fieldOf(row, method, example.searchParams),
  )
  const call = element('code')
  const status = element('p')
  status.setAttribute('role', 'status')
  const shown = element('pre')
  shown.tabIndex = 0
  shown.hidden = true
  shown.setAttribute('aria-label', `Response from ${method}`)
  const line = element('pre', call)
  line.tabIndex = 0
  const button = element('button', 'Send')
  button.className = 'main'
  const form = element(
    'form',
    ...[venue, ...fields].map(({ label }) => label),
    ...[line, button, status, shown],
  )

  const target = (): string =>
    buildTarget(
      venue.input.value,
      method,
      fields.map(({ name, input }) => [name, input.value.trim()]),
    )
  const showCall = (): void => {
    const needsToken = readStoredToken() !== undefined
    call.textContent = curlOf({ method: 'GET', target: target() }, { origin: location.origin, needsToken })
  }
  const send = async (): Promise<void> => {
    status.textContent = 'Waiting for the response\u2026'
    const response = await fetchText(target()).catch((error: unknown) => ({
      status: `No response: ${error instanceof Error ? error.message : String(error)}`,
      text: '',
    }))
    status.textContent = response.status
    shown.hidden = response.text === ''
    shown.textContent = response.text
  }
  form.addEventListener('input', showCall)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  showCall()
  return form
}

function venueField(chosen: string): Field {
  const input = element('select')
  for (const { value } of document.querySelectorAll<HTMLOptionElement>('#venues option'))
    input.append(new Option(value, value, false, value === chosen))
  return { name: 'exchange', input, label: element('label', element('span', 'Exchange'), input) }
}

/** Creates the input of a parameter from its row: name, type, default, values, meaning. */
function fieldOf(row: HTMLTableRowElement, method: string, example: URLSearchParams): Field {
  const [name, type, fallback, values] = [...row.cells].map((cell) => cell.textContent ?? '')
  const key = row.cells[0]?.querySelector('code')?.textContent ?? ''
  const isRequired = name?.endsWith('*') === true
  const byDefault = fallback === '-' || fallback === undefined ? '' : `default: ${fallback}`
  const input = inputOf(row, byDefault)
  input.value = example.get(key) ?? ''
  input.required = isRequired
  // The last cell has the meaning.
  const meaning = row.cells[row.cells.length - 1]
  if (meaning !== undefined) {
    meaning.id = `${method}-${key}`
    input.setAttribute('aria-describedby', meaning.id)
  }
  const facts = [type, values].filter((text) => text !== '-' && row.dataset['type'] !== 'choice').join(', ')
  const label = element('label', element('span', `${key}${isRequired ? ' *' : ''} `, element('small', facts)))
  label.append(input)
  return { name: key, input, label }
}

function inputOf(row: HTMLTableRowElement, byDefault: string): HTMLInputElement | HTMLSelectElement {
  const { type, min, max } = row.dataset
  if (type === 'choice' || type === 'boolean') {
    const codes = [...(row.cells[3]?.querySelectorAll('code') ?? [])].map((code) => code.textContent ?? '')
    const select = element('select')
    const choices = type === 'choice' ? codes : ['true', 'false']
    select.append(new Option(byDefault === '' ? 'not set' : byDefault, ''))
    for (const choice of choices) select.append(new Option(choice, choice))
    return select
  }
  const input = element('input')
  input.placeholder = byDefault
  input.spellcheck = false
  input.autocomplete = 'off'
  if (type !== undefined) {
    input.type = 'number'
    input.step = type === 'integer' ? '1' : 'any'
    input.min = min ?? ''
    input.max = max ?? ''
  }
  return input
}

interface ShownResponse {
  readonly status: string
  readonly text: string
}

/** Fetches a response of this daemon. A long body is cut, because it would make the page slow. */
async function fetchText(target: string): Promise<ShownResponse> {
  const token = readStoredToken()
  const reply = await fetch(target, {
    credentials: 'omit',
    headers: token === undefined ? {} : { 'x-pmxt-access-token': token, authorization: `Bearer ${token}` },
  })
  const headers = [...reply.headers]
    .filter(([name]) => name.startsWith(PMX_HEADER_PREFIX) && !/instance|version/.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  const text = await reply.text()
  const body = text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}\u2026` : indentJson(text)
  const advice =
    reply.status === 401 && token === undefined ? '. Enter the access token on the dashboard first' : ''
  return { status: `HTTP ${reply.status}${advice}`, text: [...headers, '', body].join('\n') }
}

const MAX_SHOWN_LENGTH = 100_000

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  created.append(...children)
  return created
}
