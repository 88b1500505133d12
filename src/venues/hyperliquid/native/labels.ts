import type { NativeOutcome, NativeQuestion, NativeTemplate } from '../schemas.js'
import { type Facts, readFacts, readInstant, readProse } from './description.js'

/** Texts of generated outcomes by id. */
export type Templates = ReadonlyMap<string, NativeTemplate>

const TEMPLATE = 'template:'

/** What a question or an outcome says, in words. */
export interface Labels {
  readonly title: string
  readonly description: string
  /** Everything machine-readable in the description, and in its template's. */
  readonly facts: Facts
}

/** The template that a name refers to; undefined for names that are none. */
export function templateOf(name: string): string | undefined {
  return name.startsWith(TEMPLATE) ? name.slice(TEMPLATE.length) : undefined
}

type Named = Pick<NativeOutcome, 'name' | 'description'>

/** Generated things are described in the grammar; prose holds colons too, and only its ending is machine-readable. */
function factsOf({ name, description }: Named): Facts {
  const isGenerated = /^Recurring\b/.test(name) || templateOf(name) !== undefined
  return isGenerated ? readFacts(description) : readProse(description).metadata
}

/** The words of a question. */
export function labelParent(question: NativeQuestion, templates: Templates): Parent {
  return { question, words: labelQuestion(question, templates) }
}

/** The same of a question that is known by its texts alone. */
export function labelQuestion(question: Named, templates: Templates): Labels {
  const facts = factsOf(question)
  if (question.name === 'Recurring' && facts.get('class') === 'priceBucket') {
    const edges = edgesOf(facts).map(dollars).join(', ')
    const title = `${facts.get('underlying') ?? '?'} Price Bucket [${edges}]${atTime(facts)}`
    return { title, description: question.description, facts }
  }
  return wordNamed(question, facts, templates)
}

/** A question with its words. */
export interface Parent {
  readonly question: Pick<NativeQuestion, 'question' | 'fallbackOutcome'>
  readonly words: Labels
}

/** The words of an outcome, and the name that it has inside its question. */
export function labelOutcome(
  outcome: NativeOutcome,
  parent: Parent | undefined,
  templates: Templates,
): OutcomeLabels {
  if (parent === undefined) return wordStandalone(outcome, templates)
  const isFallback = parent.question.fallbackOutcome === outcome.outcome || fallbackNames.test(outcome.name)
  return wordMember(outcome, isFallback, parent.words, templates)
}

/** Told with a settled outcome is only its question's number, but fallbacks have names of their own. */
const fallbackNames = /^(recurring |template )?fallback$/i

function wordStandalone(outcome: NativeOutcome, templates: Templates): OutcomeLabels {
  const facts = factsOf(outcome)
  if (outcome.name === 'Recurring' && facts.get('class') === 'priceBinary') {
    const target = dollars(facts.get('targetPrice') ?? '?')
    const title = `${facts.get('underlying') ?? '?'} > ${target}${atTime(facts)}`
    return { title, description: outcome.description, facts }
  }
  return wordNamed(outcome, facts, templates)
}

/** The words of an outcome; `candidate` is absent when it stands alone. */
export interface OutcomeLabels extends Labels {
  readonly candidate?: string
}

/** The name of the outcome that comes true when no named one does. */
const OTHER = 'Other'

/** An outcome of a question: the parent's words give what its own leave out. */
function wordMember(
  outcome: NativeOutcome,
  isFallback: boolean,
  parent: Labels,
  templates: Templates,
): OutcomeLabels {
  const own = factsOf(outcome)
  const facts = new Map([...parent.facts, ...own])
  const bucket = isFallback ? undefined : bucketName(own.get('index'), parent.facts)
  if (bucket !== undefined) {
    return { title: bucket, candidate: bucket, description: parent.description, facts }
  }
  const words = isFallback ? undefined : wordNamed(outcome, facts, templates)
  const candidate = words?.title ?? OTHER
  return {
    title: `${parent.title} - ${candidate}`,
    candidate,
    description: words?.description || parent.description,
    facts: words?.facts ?? facts,
  }
}

/** Label of a side: its name without the template's mark, its placeholders filled in. */
export function labelSide(name: string, facts: Facts): string {
  const plain = templateOf(name) ?? name
  return fill(plain, facts, new Map()) ?? plain.replace(/[{}]/g, '')
}

/** A free name with its prose, or the texts of a template; a template nobody knows is told by its id and values. */
function wordNamed({ name, description }: Named, facts: Facts, templates: Templates): Labels {
  const id = templateOf(name)
  if (id === undefined) return { title: name, description: readProse(description).text, facts }
  const template = templates.get(id)
  const types = new Map(template?.keywords.map(([key, type]): [string, string] => [key, type]))
  const { text, metadata } = readProse(template?.description ?? '')
  return {
    title: (template && fill(template.name, facts, types)) ?? unrendered(id, readFacts(description)),
    description: (text === '' ? undefined : fill(text, facts, types)) ?? description,
    facts: new Map([...metadata, ...facts]),
  }
}

function unrendered(id: string, facts: Facts): string {
  const values = [...facts.values()].filter((value) => value !== '')
  return values.length === 0 ? id : `${id}: ${values.join(', ')}`
}

/** The text with its placeholders filled in; undefined when a value is missing. */
function fill(text: string, facts: Facts, types: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true
  const filled = text.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = facts.get(key)
    if (value === undefined) isWhole = false
    return value === undefined ? placeholder : spell(value, types.get(key))
  })
  return isWhole ? filled : undefined
}

function spell(value: string, type: string | undefined): string {
  return type === 'dateTime' || type === 'date' ? dateWords(value) : value
}

/** `2026-10-03 06:00 UTC`, or the day alone; the value itself when it is no date. */
function dateWords(value: string): string {
  const at = readInstant(value)
  if (at === undefined) return value
  const iso = new Date(at).toISOString()
  return value.includes('-') ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : iso.slice(0, 10)
}

function atTime(facts: Facts): string {
  const expiry = facts.get('expiry')
  return expiry === undefined ? '' : ` @ ${dateWords(expiry)}`
}

function edgesOf(facts: Facts): readonly string[] {
  return (facts.get('priceThresholds') ?? '')
    .split(',')
    .map((edge) => edge.trim())
    .filter((edge) => edge !== '')
}

/** The range of a bucket: 0 is below the first threshold, the last index above the last one. */
function bucketName(index: string | undefined, parent: Facts): string | undefined {
  const edges = edgesOf(parent)
  if (index === undefined || !/^\d+$/.test(index) || parent.get('class') !== 'priceBucket') return undefined
  const [low, high] = [edges[Number(index) - 1], edges[Number(index)]]
  const asset = parent.get('underlying') ?? '?'
  if (low !== undefined && high !== undefined) return `${asset} ${dollars(low)} - ${dollars(high)}`
  if (high !== undefined) return `${asset} < ${dollars(high)}`
  return low === undefined ? undefined : `${asset} > ${dollars(low)}`
}

/** `$83,397`, `$2,721.3`: thousands apart, the decimals as the venue wrote them. */
function dollars(value: string): string {
  const match = /^(\d+)(\.\d+)?$/.exec(value)
  if (match === null) return `$${value}`
  return `$${(match[1] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${match[2] ?? ''}`
}
