import { toIso } from '../../../api/times/instant.js'
import { mix } from '../../world/common/hash.js'

/** Renders a time such as `2023-12-10T12:54:50.666604Z`. */
export function toMicroStamp(epochMs: number, chance: number): string {
  return `${toIso(epochMs).slice(0, -1)}${String(mix(chance, 0x5a) % 1000).padStart(3, '0')}Z`
}
