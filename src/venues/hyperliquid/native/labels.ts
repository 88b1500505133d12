import type { NativeOutcome, NativeQuestion, NativeTemplate } from '../schemas.js'
import { type Facts, readFacts, readInstant, readProse } from './description.js'

/** Texts of generated outcomes by id. */
export type Templates = ReadonlyMap<string, NativeTemplate>

const TEMPLATE = 'template:'

/** The texts of a question or an outcome. */
export interface Labels {
  readonly title: string
  readonly description: string
  /** All machine-readable members of the description and of its template. */
  readonly facts: Facts
}

/** Returns the template that a name refers to, or undefined for other names. */
export function templateOf(name: string): string | undefined {
  return name.startsWith(TEMPLATE) ? name.slice(TEMPLATE.length) : undefined
}

type Named = Pick<NativeOutcome, 'name' | 'description'>

/**
 * Returns the facts of a description. Generated descriptions use the grammar; prose contains colons too, and only its ending is
 * machine-readable.
 */
function factsOf({ name, description }: Named): Facts {
  const isGenerated = /^Recurring\b/.test(name) || templateOf(name) !== undefined
  return isGenerated ? readFacts(description) : readProse(description).metadata
}

/** Returns the texts of a question. */
export function labelParent(question: NativeQuestion, templates: Templates): Parent {
  return { question, words: labelQuestion(question, templates) }
}

/** Returns the texts of a question that is known by its name and description alone. */
export function labelQuestion(question: Named, templates: Templates): Labels {
  const facts = factsOf(question)
  if (question.name === 'Recurring' && facts.get('class') === 'priceBucket') {
    const edges = edgesOf(facts).map(dollars).join(', ')
    const title = `${facts.get('underlying') ?? '?'} Price Bucket [${edges}]${atTime(facts)}`
    return { title, description: question.description, facts }
  }
  return wordNamed(question, facts, templates)
}

/** A question with its texts. */
export interface Parent {
  readonly question: Pick<NativeQuestion, 'question' | 'fallbackOutcome'>
  readonly words: Labels
}

/** Returns the texts of an outcome, and its name within its question. */
export function labelOutcome(
  outcome: NativeOutcome,
  parent: Parent | undefined,
  templates: Templates,
): OutcomeLabels {
  if (parent === undefined) return wordStandalone(outcome, templates)
  const isFallback = parent.question.fallbackOutcome === outcome.outcome || fallbackNames.test(outcome.name)
  return wordMember(outcome, isFallback, parent.words, templates)
}

/** A settled outcome contains only its question's number, but fallbacks have distinctive names. */
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

/** The texts of an outcome; `candidate` is absent when it stands alone. */
export interface OutcomeLabels extends Labels {
  readonly candidate?: string
}

/** The name of the outcome that wins when no named one does. */
const OTHER = 'Other'

/** Returns the texts of a question's outcome: those of the question complete missing ones. */
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

/** Returns the label of a side: its name without the template's mark, with its placeholders replaced. */
export function labelSide(name: string, facts: Facts): string {
  const plain = templateOf(name) ?? name
  return fill(plain, facts, new Map()) ?? plain.replace(/[{}]/g, '')
}

/** Returns a free name with its prose, or the texts of a template; an unknown template is represented by its id and values. */
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

/** Replaces the placeholders of a text, or undefined if a value is missing. */
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

/** Formats `2026-10-03 06:00 UTC`, or the day alone; an invalid date stays unchanged. */
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

/** Returns the range of a bucket: 0 is below the first threshold, the last index above the last one. */
function bucketName(index: string | undefined, parent: Facts): string | undefined {
  const edges = edgesOf(parent)
  if (index === undefined || !/^\d+$/.test(index) || parent.get('class') !== 'priceBucket') return undefined
  const [low, high] = [edges[Number(index) - 1], edges[Number(index)]]
  const asset = parent.get('underlying') ?? '?'
  if (low !== undefined && high !== undefined) return `${asset} ${dollars(low)} - ${dollars(high)}`
  if (high !== undefined) return `${asset} < ${dollars(high)}`
  return low === undefined ? undefined : `${asset} > ${dollars(low)}`
}

/** Formats `$83,397`, `$2,721.3`: with thousands separators and the venue's decimals. */
function dollars(value: string): string {
  const match = /^(\d+)(\.\d+)?$/.exec(value)
  if (match === null) return `$${value}`
  return `$${(match[1] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${match[2] ?? ''}`
}
