import { PMX_HEADER_PREFIX } from '../api/envelope/pmx-headers.js'

/** "Try it" of the API reference: the example's call, which can be edited and sent to this daemon. */

for (const place of document.querySelectorAll<HTMLElement>('.try')) makeForm(place)

function makeForm(place: HTMLElement): void {
  const { verb = 'GET', target = '', body } = place.dataset
  const address = field('Path and query', target)
  const sent = body === undefined ? undefined : field('Body', body)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Try it'
  const answer = document.createElement('pre')
  answer.tabIndex = 0
  answer.setAttribute('aria-live', 'polite')
  answer.hidden = true
  const run = async (): Promise<void> => {
    answer.hidden = false
    answer.textContent = 'asking\u2026'
    answer.textContent = await ask(verb, address.value, sent?.value).catch(
      (error: unknown) => `No answer: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  button.addEventListener('click', () => void run())
  for (const input of [address, sent])
    input?.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') void run()
    })
  place.append(...[address, sent, button, answer].filter((part) => part !== undefined))
}

function field(label: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  input.value = value
  input.spellcheck = false
  input.setAttribute('aria-label', label)
  return input
}

/** Returns the status, headers and body of a response. A long body is cut, because it would make the page slow. */
async function ask(verb: string, target: string, body: string | undefined): Promise<string> {
  // Requests go to this daemon only, whatever the input.
  if (!/^\/(?!\/)/.test(target)) return 'The path must begin with /'
  const json = { 'content-type': 'application/json' }
  const reply = await fetch(
    target,
    body === undefined ? { method: verb } : { method: verb, headers: json, body },
  )
  const told = [...reply.headers].filter(
    ([name]) => name.startsWith(PMX_HEADER_PREFIX) && !/instance|version/.test(name),
  )
  const text = await reply.text()
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}\u2026` : pretty(text)
  return [`HTTP ${reply.status}`, ...told.map(([name, value]) => `${name}: ${value}`), '', shown].join('\n')
}

const LONGEST = 100_000

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
