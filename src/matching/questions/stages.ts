import { wordsIn } from '../words/title-words.js'

/**
 * A stage of a competition. The winner of a tournament reached its final, and the winner of one Grand Slam won a Grand Slam.
 * Divisions and playoffs are left out: their rules on byes differ by venue.
 */
export interface Stage {
  readonly name: 'title' | 'conference' | 'final' | 'semifinal' | 'quarterfinal' | 'group' | 'place' | 'slam'
  /** Words of the stage only. */
  readonly words: ReadonlySet<string>
}

const forms: readonly (readonly [pattern: RegExp, name: Stage['name']])[] = [
  [/\bwins? (?:an?|any) (?:tennis )?grand slam\b/i, 'slam'],
  [/\bfinish place at most (?=\d)/i, 'place'],
  [/\b(?:qualif(?:y|ies)|advances?) from (?=(?:the )?(?:\S+ ){0,3}group\b)/i, 'group'],
  [
    /\bwins? (?:the )?(?:\S+ ){0,4}?(?:eastern|western) conference(?: finals?| championship| title)?\b/i,
    'conference',
  ],
  [/\breach(?:es)? (?:the )?(?:\S+ ){0,4}?semi-?finals?\b/i, 'semifinal'],
  [/\breach(?:es)? (?:the )?(?:\S+ ){0,4}?quarter-?finals?\b/i, 'quarterfinal'],
  [/\b(?:reach(?:es)?|advances? to) (?:the )?(?:\S+ ){0,4}?finals?\b/i, 'final'],
]
const titleWon = /\bwins?\b|\bwinner\b|\bchampions?\b/i

/** Returns the stage in a question, or undefined without one. */
export function readStage(question: string): Stage | undefined {
  const [pattern, name] = forms.find(([form]) => form.test(question)) ?? []
  if (pattern !== undefined && name !== undefined)
    return { name, words: stageWords(pattern.exec(question)?.[0] ?? '') }
  return titleWon.test(question) ? title : undefined
}

function stageWords(text: string): Stage['words'] {
  return new Set(wordsIn(text).map(({ word }) => word))
}

const title: Stage = { name: 'title', words: stageWords('win winner champion') }
