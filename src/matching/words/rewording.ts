/** Rewrites questions with many wordings to one: bets on the next move, how high a price gets, how many there are. */
export function normalizeQuestion(question: string): string {
  return question
    .replace(/\?: (?=\S)/, '? - ')
    .replace(/(\d) \(\d+ ?bps\)/i, '$1')
    .replace(/\bat the end of (?=round \d)/i, 'after ')
    .replace(
      /\b(wins? (?:the )?(?:[^\s?]+ ){0,3}?(?:eastern|western) conference)(?! (?:finals?|semi|champ|title))/i,
      '$1 championship',
    )
    .replace(/\bsettles? (?=(?:above|below|over|under|at|between|higher|lower)\b|[$>↑↓]|\d)/i, 'close ')
    .replace(/\bany ((?:presidential |mayoral |gubernatorial )?)candidate\b/i, 'anyone $1')
    .replace(/ as ([^()?]+) \([^()]+\)/, ' as $1')
    .replace(/\bgrand final\b/i, 'final')
    .replace(
      /\b(?:get|take|win|secure|claim|earn|start (?:on|from)|be on) (?:the )?pole(?: position)?\b/i,
      'pole position',
    )
    .replace(/\b(?:achieve|set|record|have|get|post|clock) (?:the )?fastest lap\b/i, 'fastest lap')
    .replace(/\bon record\b/i, '')
    .replace(/\btop (?:global )?artist on spotify(?: wrapped)?\b/i, 'top spotify artist')
    .replace(/\bfinish(?:es)? (?:in )?(?:the )?top[ -](\d+)\b/i, 'finish place at most $1')
    .replace(/\bfinish(?:es)? on (?:the )?podium\b/i, 'finish place at most 3')
    .replace(/\bjobs be added\b/i, 'jobs added')
    .replace(/\bhave (?:the )?highest ((?:[\p{L}-]+ ){0,3}(?:average|percentage))\b/iu, 'record the most $1')
    .replace(/\b(?:hit|score|throw|steal) (?:the )?most (?=[\p{L}-]+ )/iu, 'record the most ')
    .replace(
      /\b(?:clinch(?:es)?|make|makes|reach|reaches|earn|qualify for) (?:(?:a|the) )?(?:(?:spot|berth|place) in )?(?:the )?((?:[^\s?]+ ){0,3}?)(?:playoffs?(?: spot| berth)?|post-?season)\b/i,
      'makeplayoffs $1',
    )
    .replace(/\bplayoff qualifiers?\b/i, 'makeplayoffs')
    .replace(/\bwins? (the (?:[^\s?]+ ){0,2}?stanley cup) finals?\b/i, 'win $1')
    .replace(/\badd (.+?) jobs\b/i, 'jobs added $1')
    .replace(
      /\badvances? (?:through|from) (?:the )?(?:first |second |1st |2nd )?eurovision semi-?final\b/i,
      'qualify for the final of eurovision',
    )
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
    .replace(
      /\bwill (?=\d+ (?:[^?]+ happen|(?:people|members|governors|officials) dissent)\b)/i,
      'will exactly ',
    )
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
