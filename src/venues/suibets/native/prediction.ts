import type { Offer } from '../schemas.js'

/**
 * Describes the maker's pick. The server reads a pick in one of these forms, ignoring case. Other texts stay unchanged
 * (README.md).
 */
export function describePrediction({ prediction, marketType, homeTeam, awayTeam }: Offer): string {
  // The pick of a fantasy duel is JSON about its rules: the maker bets on the home team.
  if (marketType === 'fantasy_h2h' && homeTeam !== undefined) return homeTeam
  const pick = prediction.trim()
  const sides: Readonly<Record<string, string>> = { home: homeTeam ?? 'Home', away: awayTeam ?? 'Away' }
  const word = pick.toLowerCase()
  for (const [form, say] of forms) {
    const match = form.exec(word)
    if (match !== null) return say(match.slice(1), (side) => sides[side] ?? capital(side))
  }
  return pick
}

type Say = (parts: readonly string[], name: (side: string) => string) => string

const forms: readonly (readonly [RegExp, Say])[] = [
  [/^(home|away|draw)$/, ([side = ''], name) => name(side)],
  [/^(over|under)_(\d+(?:\.\d+)?)$/, ([side = '', line]) => `${capital(side)} ${line}`],
  [/^btts_yes$/, () => 'Both teams to score'],
  [/^btts_no$/, () => 'Not both teams to score'],
  [
    /^(home|away)_or_(draw|away)$/,
    ([a = '', b = ''], name) => `${name(a)} or ${name(b).replace(/^Draw$/, 'draw')}`,
  ],
  [/^(home|away)_([-+]?\d+(?:\.\d+)?)$/, ([side = '', handicap], name) => `${name(side)} ${handicap}`],
  [/^score_(\d+-\d+)$/, ([score]) => `Score ${score}`],
  [/^cs_(home|away)$/, ([side = ''], name) => `${name(side)} concede nothing`],
  [/^ht_(home|away|draw)$/, ([side = ''], name) => `${name(side)} at half-time`],
]

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
