import type { TakerFee } from '../../venue-kit/fees.js'

/** By the coefficient that a market tells. */
export const takerFee: TakerFee = ({ market, price, size }) => {
  const coefficient = Number(market.sourceMetadata?.['feeCoefficient'] ?? Number.NaN)
  return coefficient >= 0 ? coefficient * size * price * (1 - price) : undefined
}
