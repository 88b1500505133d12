import type { Stage } from '../questions/stages.js'
import { wordsIn } from '../words/title-words.js'
import type { Features } from './features.js'
import type { ComparedSubjects } from './subject.js'

/** The stages that each stage implies. */
const following: Readonly<Record<Stage['name'], readonly string[]>> = {
  title: ['conference', 'final', 'semifinal', 'quarterfinal', 'group', 'place', 'slam'],
  conference: [],
  group: [],
  place: [],
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

const conferenceWords: ReadonlySet<string> = new Set(
  wordsIn('NBA Finals ; Stanley Cup Finals ; NBA ; NHL ; Eastern Western Conference Finals win').map(
    ({ word }) => word,
  ),
)

/** Compares the stages in two questions about one competitor. Returns undefined if they differ in more than the stage. */
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
  const isConference = first.name === 'conference' || second.name === 'conference'
  const isSaid = (word: string, { words }: Stage): boolean =>
    words.has(word) || (isSlam && slamWords.has(word)) || (isConference && conferenceWords.has(word))
  if (!onlyA.every((word) => isSaid(word, first)) || !onlyB.every((word) => isSaid(word, second)))
    return undefined
  if (isConference)
    return [a, b].some(({ has }) => titlesOfConferences.some((word) => has.has(word))) ? order : undefined
  // Both must name the competition as well as the competitor.
  const telling = shared.filter((word) => !first.words.has(word) && !second.words.has(word))
  return isSlam || telling.length >= 2 ? order : undefined
}

/** Titles whose winner must have won a conference. */
const titlesOfConferences = ['nbatitle', 'stanleycup']

function follows(narrow: Stage, wide: Stage): boolean {
  return following[narrow.name].includes(wide.name)
}
