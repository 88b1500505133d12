import type { WorldTeam } from '../common/types.js'

/** The people, teams, places and things of the world. All are invented. */

export const people = [
  'Ilka Varnström',
  'Tomas Brindlewick',
  'Wren Thackerby',
  'Bettina Quillfeather',
  'Osric Dunmarrow',
  'Maren Lindqvale',
  'Dagny Grimholt',
  'Corvin Pellegrue',
  'Anouk Fenwright',
  'Jörg Nachtweil',
  'Renée Castellarde',
  'Iñigo Zubelarra',
  'Zuzana Hradvice',
  'Håkan Ivarsgard',
  'Odile Morvane',
  'Kofi Adomensah',
  'Nkechi Obiwura',
  'Hiro Tanabashi',
  'Aylin Karadağlı',
  'Pell Jaskelin',
  'Saoirse Ní Bhreandán',
  'Thierry Lorimandel',
  'Lutz Kettlering',
  'Priya Velanathan',
  'Emeric Wolfsgrund',
  'Tindra Yllmark',
  'Bastien Rochemure',
  'Ysolde Tarrington',
  'Mateus Serravalle',
  'Ludovic Ashgrave',
] as const

export const countries = [
  'Valdoria',
  'Osterland',
  'Kestrin',
  'Marenthia',
  'Brankovia',
  'Tolmere',
  'Sarn',
  'Nyvara',
  'Quellin',
  'Dravenmark',
  'Lysandria',
  'Feldonia',
  'Ruvenna',
  'Cassmark',
  'Elbanora',
  'Mirovia',
  'Zephyrine',
  'Torvallen',
  'Islaverde',
  'Ombrasca',
] as const

export const companies = [
  'Halden Robotics',
  'Brightloom',
  'Cobalt Ferry',
  'Ostrava & Pym',
  'Northgale Air',
  'Lantern Foods',
  'Vexillo Games',
  'Marrow Bay Energy',
  'Pinecast',
  'Tern Mobility',
  'Glasswing Labs',
  'Umbra Semiconductors',
] as const

export const football: readonly WorldTeam[] = [
  { name: 'Nordhaven Otters', code: 'NO' },
  { name: 'Tidewick Rovers', code: 'TID' },
  { name: 'Castelgrave United', code: 'CAS' },
  { name: 'Lowmarsh Herons', code: 'LOW' },
  { name: 'Port Meridian FC', code: 'PMF' },
  { name: 'Sankt Orlen 1909', code: 'ORL' },
  { name: 'Brightwater Athletic', code: 'BRI' },
  { name: 'Highmoor Wanderers', code: 'HIG' },
  { name: 'Dravenmark Dynamo', code: 'DRA' },
  { name: 'Quellin Corsairs', code: 'QUE' },
  { name: 'Ruvenna Calcio', code: 'RUV' },
  { name: 'Kestrin Falcons', code: 'KES' },
]

export const basketball: readonly WorldTeam[] = [
  { name: 'Lysandria Comets', code: 'LYS' },
  { name: 'Tolmere Tides', code: 'TOL' },
  { name: 'Nyvara Auroras', code: 'NYV' },
  { name: 'Feldonia Foxes', code: 'FEL' },
  { name: 'Cassmark Kings', code: 'CMK' },
  { name: 'Nova Oriel Jazzmen', code: 'NO' },
  { name: 'Mirovia Mammoths', code: 'MIR' },
  { name: 'Torvallen Trolls', code: 'TRV' },
]

export const esports: readonly WorldTeam[] = [
  { name: 'Moth Lamp', code: 'ML' },
  { name: 'Nine Ravens', code: 'NR' },
  { name: 'Paper Tigers', code: 'PT' },
  { name: 'Crème Brûlée Gaming', code: 'CBG' },
  { name: 'Static Bloom', code: 'SB' },
  { name: '霧 Kiri', code: 'KIR' },
]

export const players: readonly WorldTeam[] = [
  { name: 'Ines Falkenrath', code: 'FAL' },
  { name: 'Marta Oskarsdal', code: 'OSK' },
  { name: 'Lía Montecalvo', code: 'MON' },
  { name: 'Petra Wyndhollow', code: 'WYN' },
  { name: 'Noor Abendrot', code: 'ABE' },
  { name: 'Tilde Sørvik', code: 'SOR' },
]

export const songs = [
  'Glass Harbour',
  'Ninety Lanterns',
  'Où vont les cerfs',
  'Slow Comet',
  'Paper Weather',
  'Tangerine Static',
  'Half a Lighthouse',
  'Mañana Blue',
  'Velvet Turnpike',
] as const

export const films = [
  'The Cartographer’s Daughter',
  'Ninefold',
  'Salt Parade',
  'Understudy',
  'Der lange Sommer',
  'Orbit of Crows',
  'A Small Republic',
  'Lighthouse Zero',
] as const

/** Returns a surname in capitals without accents, for codes: `VARN`. */
export function surnameCodeOf(name: string): string {
  const last = name.split(' ').at(-1) ?? name
  return last
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase()
}
