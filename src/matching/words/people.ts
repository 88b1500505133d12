/** First names of people whom titles often name without one; another first name before the surname is another person. */
const known = `
trump:donald|biden:joe joseph|harris:kamala|vance:jd james|newsom:gavin|obama:barack|clinton:hillary|desantis:ron|rubio:marco
buttigieg:pete|whitmer:gretchen|pritzker:jb|shapiro:josh|sanders:bernie|warren:elizabeth|ramaswamy:vivek|haley:nikki
hegseth:pete|bondi:pam|patel:kash|noem:kristi|bessent:scott|powell:jerome|warsh:kevin|hassett:kevin|musk:elon|altman:sam
zuckerberg:mark|bezos:jeff|cook:tim|putin:vladimir|zelensky:volodymyr|zelenskyy:volodymyr|zelenskiy:volodymyr|xi:|modi:narendra
macron:emmanuel|merz:friedrich|starmer:keir|farage:nigel|sunak:rishi|badenoch:kemi|carney:mark|poilievre:pierre|trudeau:justin
netanyahu:benjamin bibi|gantz:benny|khamenei:ali|erdogan:recep tayyip|maduro:nicolas|milei:javier|lula:|bolsonaro:jair
orban:viktor|meloni:giorgia|petro:gustavo|sheinbaum:claudia|mamdani:zohran|cuomo:andrew|adams:eric|paxton:ken|cornyn:john
swift:taylor|kelce:travis|drake:|mahomes:patrick|james:lebron|messi:lionel|ronaldo:cristiano|alcaraz:carlos|sinner:jannik
djokovic:novak|pogacar:tadej|verstappen:max|norris:lando|hamilton:lewis|leclerc:charles|scheffler:scottie|maxwell:ghislaine
epstein:jeffrey|mangione:luigi|combs:sean|rihanna:|carti:playboi|schumer:chuck|johnson:mike|thune:john|jeffries:hakeem`

const firstNames: ReadonlyMap<string, readonly string[]> = new Map(
  known
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [surname = '', names = ''] = row.split(':')
      return [surname, names.split(' ')] as const
    }),
)

/** Common first names, for less famous people. */
const common: ReadonlySet<string> = new Set(
  `aaron adam alan albert alejandro alex alexander ali alice amanda amy ana andre andrea andrew andrey andy angela anna anne anthony
  antonio arthur ashley ashton austin barbara ben benjamin bernard beth bill bob bobby boris brad brandon brian bruce bryan caleb
  cameron carl carlos carol caroline catherine charles charlie chris christian christina christopher claire cody cole connor craig
  daniel dave david dean deborah denis dennis derek diana diego dmitry donald doug douglas drew dylan ed eddie eduardo edward elena
  eli elizabeth ellen emily emma eric erik ethan eva evan felix fernando francisco frank fred gabriel gary george gerald gervonta
  giovanni glenn grace graham grant greg gregory hannah harold harry heather helen henry howard hugo ian igor ivan jack jacob jake
  james jamie jan jane jonas lars magnus sven jared jason javier jay jean jeff jeffrey jennifer jeremy jerry jesse jessica jim jimmy joan joe joel john
  johnny jon jonathan jordan jorge jose joseph josh joshua juan julia julian julie justin karen karl kate katherine katie keith
  kelly ken kenneth kevin kim kyle lamar larry laura lauren lee leo leon leonardo lewis liam linda lisa logan louis lucas luis luke
  marc marco marcus maria marie mario mark martin mary matt matthew max megan melissa michael michelle miguel mike mikhail mohamed
  mohammed nancy natalie nathan neil nicholas nick nicolas nicole noah oliver olivia oscar pablo pamela pat patricia patrick paul
  pedro pete peter phil philip rachel ralph randy raul ray rebecca ricardo richard rick rob robert roberto robin rodrigo roger roman
  ron ronald ross roy russell ruth ryan sam samuel sandra sara sarah scott sean sebastian sergei sergio seth shannon sharon simon
  sofia sophie stan stefan stephanie stephen steve steven stuart susan taylor ted terry theo theresa thomas tim timothy todd tom
  tommy tony tracy travis tyler vadim victor victoria viktor vincent vladimir walter warren wayne will william xavier yuri zach`.split(
    /\s+/,
  ),
)

/** All words of the names here. */
export const nameWords: ReadonlySet<string> = new Set([
  ...firstNames.keys(),
  ...[...firstNames.values()].flat(),
  ...common,
])

/** Whether a word before a surname adds nothing to the surname alone. */
export function isFirstNameOf(word: string, surname: string): boolean {
  const told = firstNames.get(surname)
  return told === undefined ? common.has(word) : told.includes(word)
}

/** Whether a word is a common first name. */
export function isFirstName(word: string): boolean {
  return common.has(word)
}

/** Whether titles name several members of a family by that name: a father and a son with questions about both. */
export function isOfSeveral(surname: string): boolean {
  return firstNames.has(surname) || severalOfOneName.has(surname)
}

const severalOfOneName: ReadonlySet<string> = new Set(
  'kennedy bush marcos gandhi griffey downey mayweather'.split(' '),
)
