/** Rewrites questions with many wordings to one: bets on the next move, how high a price gets, how many there are. */
export function normalizeQuestion(question: string): string {
  return question
    .replace(/\bsettles? (?=(?:above|below|over|under|at|between|higher|lower)\b|[$>↑↓]|\d)/i, 'close ')
    .replace(/\bspread:? (.+?) \((-[\d.]+)\)/i, '$1 cover $2')
    .replace(
      /\blead (?:the )?((?:\p{Lu}[\p{L}'.-]* )+)in (?=\p{L})(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))/u,
      'record the most $1 ',
    )
    .replace(
      /\b(?:qualif(?:y|ies) for|advances? to) (?=(?:the )?(?:quarter-?finals?|semi-?finals?|finals?|round of \d+)\b)/i,
      'reach ',
    )
    .replace(/\bhow high will (.+?) (?:get|go)\b(.*?\?) - (?:above )?(?=\$?\d)/i, '$1$2 reach ')
    .replace(/\bhow low will (.+?) (?:get|go)\b(.*?\?) - (?:below )?(?=\$?\d)/i, '$1$2 dip to ')
    .replace(/\b(?:hike|cut|raise)s? (?:interest )?rates? by 0 ?bps\b/i, 'no change in rates')
    .replace(/^(?:how many|number of) (.+?\?) - (?=\d+$)/i, '$1 exactly ')
    .replace(/\bwill (?=\d+ [^?]+ happen\b)/i, 'will exactly ')
    .replace(/(\d) \(\d+ ?bps\)/i, '$1')
    .replace(/\b(?:hit|reach) \(high\)/i, 'reach')
    .replace(/\b(?:hit|reach) \(low\)/i, 'dip to')
    .replace(/(?<!\w)#1(?!\d)/g, 'top')
    .replace(/\bno (?=(?:[^\s?]+ ){0,2}rate cuts? happen\b)/i, 'exactly 0 ')
    .replace(/\b(?:on|in|during) (?:its |the )?(?:first week|week 1)\b/i, 'in first week')
    .replace(/\bcuts? (?:interest )?rates (\d+) times?\b/i, 'exactly $1 rate cuts')
    .replace(/(?<=\p{L}) \([RDI]\)(?= |$)/gu, '')
    .replace(/\bwin (?:the )?((?:[^\s?]+ ){0,6})golden boot\b/i, 'be the top goalscorer $1')
    .replace(/(\bexactly (\d+)\b.*) - \2(?: cuts?)?$/i, '$1')
    .replace(/\bbe up at the end of (?:this|the) ([\w-]+)(?: window)?/i, 'Up or Down $1')
    .replace(/\b(up or down)(\b.*?)\b(5|15|30)[ -]?min(?:ute)?s?\b/i, '$1$2 span$3m')
    .replace(/\b(up or down)(\b.*?)\b(?:hourly|1 ?h(?:our)?|hour)\b/i, '$1$2 span1h')
    .replace(/\b(up or down)(\b.*?)\b(?:daily|1 ?d(?:ay)?|day)\b/i, '$1$2 span1d')
    .replace(/\b(up or down)(\b.*?)\b(?:weekly|1 ?w(?:eek)?|week)\b/i, '$1$2 span1w')
    .replace(/\b(up or down)(\b.*?)\b(?:monthly|month)\b/i, '$1$2 span1mo')
}
