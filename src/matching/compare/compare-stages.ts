import { wordsIn } from '../words/title-words.js'
import type { Features } from './features.js'
import type { Stage } from './stages.js'
import type { ComparedSubjects } from './subject.js'

/** By stage, the stages that follow from it. */
const following: Readonly<Record<Stage['name'], readonly string[]>> = {
  title: ['final', 'semifinal', 'quarterfinal', 'slam'],
  final: ['semifinal', 'quarterfinal'],
  semifinal: ['quarterfinal'],
  quarterfinal: [],
  slam: [],
}

const ofSlams = /\b(?:roland garros|french open|wimbledon|u\.?s\.? open|australian open)\b/i
const slamWords: ReadonlySet<string> = new Set(
  wordsIn('Roland Garros French Australian Open US Open Wimbledon tennis single singles men women').map(
    ({ word }) => word,
  ),
)

/** Compares the stages of two questions about one competitor; undefined if they differ in more than the stage. */
export function compareStages(
  a: Features,
  b: Features,
  { onlyA, onlyB, sharesName, shared }: ComparedSubjects,
): 'within' | 'around' | undefined {
  if (!sharesName || (onlyA.length === 0 && onlyB.length === 0)) return undefined
  const { stage: first } = a
  const { stage: second } = b
  if (first === undefined || second === undefined) return undefined
  const order = follows(first, second) ? 'within' : follows(second, first) ? 'around' : undefined
  if (order === undefined) return undefined
  const isSlam = first.name === 'slam' || second.name === 'slam'
  if (isSlam && !ofSlams.test(first.name === 'slam' ? b.question : a.question)) return undefined
  const isSaid = (word: string, { words }: Stage): boolean =>
    words.has(word) || (isSlam && slamWords.has(word))
  if (!onlyA.every((word) => isSaid(word, first)) || !onlyB.every((word) => isSaid(word, second)))
    return undefined
  // Both must name the competition as well as the competitor.
  const telling = shared.filter((word) => !first.words.has(word) && !second.words.has(word))
  return isSlam || telling.length >= 2 ? order : undefined
}

function follows(narrow: Stage, wide: Stage): boolean {
  return following[narrow.name].includes(wide.name)
}
