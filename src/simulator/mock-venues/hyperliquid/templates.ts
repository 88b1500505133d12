type Role =
  | { readonly standaloneOutcome: { readonly sideNames: readonly [string, string] } }
  | { readonly questionOutcome: { readonly parent: string } }
  | 'question'

interface Template {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly description: string
  readonly keywords: readonly (readonly [string, string])[]
}

const contest: Template['keywords'] = [
  ['competition', 'string'],
  ['contestType', 'string'],
  ['officialSource', 'string'],
  ['participantA', 'string'],
  ['participantB', 'string'],
  ['resolutionDeadline', 'dateTime'],
  ['scheduledStart', 'dateTime'],
  ['season', 'string'],
  ['sport', 'string'],
  ['stage', 'string'],
]

const standalone = (first: string, second: string): Role => ({
  standaloneOutcome: { sideNames: [first, second] },
})
const partOf = (parent: string): Role => ({ questionOutcome: { parent } })

/** The templates of the outcomes and questions of the simulation (README.md). */
export const templates: readonly Template[] = [
  {
    id: 'binaryPrice',
    role: standalone('Yes', 'No'),
    name: '{perp} above {threshold} at {time}?',
    description:
      'Yes if {priceDescription}, averaged over {seconds} seconds, is above {threshold} at {time}.',
    keywords: [
      ['perp', 'hlPerp'],
      ['priceDescription', 'string'],
      ['seconds', 'uInt'],
      ['threshold', 'uDecimal'],
      ['time', 'dateTime'],
    ],
  },
  {
    id: 'sportsContestDraw2',
    role: partOf('sportsContestResult'),
    name: 'Draw',
    description: 'Yes if neither side of the contest wins.',
    keywords: [],
  },
  {
    id: 'sportsContestParticipant2',
    role: partOf('sportsContestResult'),
    name: '{participant}',
    description: 'Yes if {participant} wins the contest.',
    keywords: [['participant', 'string']],
  },
  {
    id: 'sportsContestResult',
    role: 'question',
    name: '{participantA} v {participantB}',
    description:
      'How the {competition} contest of {participantA} and {participantB} ends, by {officialSource}.',
    keywords: contest,
  },
  {
    id: 'sportsContestWinner',
    role: standalone('{shortNameA}', '{shortNameB}'),
    name: '{participantA} v {participantB} winner',
    description: 'Which of {participantA} and {participantB} wins, counting {countedPlay}.',
    keywords: [
      ...contest,
      ['countedPlay', 'string'],
      ['shortNameA', 'shortString'],
      ['shortNameB', 'shortString'],
    ],
  },
  {
    id: 'sportsTotal',
    role: standalone('Over', 'Under'),
    name: '{participantA} v {participantB}: {measure} over {line}',
    description: 'Over if the {measure} of both add up to more than {line}, counting {countedPlay}.',
    keywords: [...contest, ['countedPlay', 'string'], ['line', 'uDecimal'], ['measure', 'string']],
  },
  {
    id: 'sportsTournamentParticipant',
    role: partOf('sportsTournamentWinner'),
    name: '{participant}',
    description: 'Yes if {participant} wins the competition of the question.',
    keywords: [['participant', 'string']],
  },
  {
    id: 'sportsTournamentWinner',
    role: 'question',
    name: '{season} {competition} winner',
    description: 'Who wins the {competition} of {season}, by {officialSource}, until {resolutionDeadline}.',
    keywords: [
      ['competition', 'string'],
      ['officialSource', 'string'],
      ['resolutionDeadline', 'dateTime'],
      ['season', 'string'],
      ['sport', 'string'],
    ],
  },
]
