/** The categories of the catalog of all venues. The fallback is `other`. */
export const categories = [
  'other',
  'politics',
  'sports',
  'crypto',
  'economics',
  'finance',
  'companies',
  'technology',
  'science',
  'climate',
  'culture',
  'world',
  'health',
] as const
export type Category = (typeof categories)[number]
