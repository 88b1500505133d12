import { mix } from '../common/hash.js'

/** Smooth random movement with random access: a sum of octaves, each linearly interpolated between hashed lattice values. */
export interface Noise {
  /** Returns the value at a given time, about within ±2 amplitudes. */
  at(epochMs: number): number
}

interface Octave {
  readonly seed: number
  readonly periodMs: number
  readonly amplitude: number
  index: number
  left: number
  right: number
}

const OCTAVE_RATIO = 4
/** Between 0.5 (a Brownian path) and 1, so that prices move within minutes. */
const AMPLITUDE_RATIO = 0.62

/**
 * Creates noise.
 * @param longestMs lattice spacing of the slowest octave; each next one is four times as fast
 * @param shortestMs no octave is faster than this
 */
export function createNoise(seed: number, longestMs: number, shortestMs: number, amplitude: number): Noise {
  const octaves: Octave[] = []
  let periodMs = longestMs
  let height = amplitude
  do {
    octaves.push({
      seed: mix(seed, octaves.length + 1),
      periodMs,
      amplitude: height,
      index: -1,
      left: 0,
      right: 0,
    })
    periodMs /= OCTAVE_RATIO
    height *= AMPLITUDE_RATIO
  } while (periodMs >= shortestMs)
  return {
    at(epochMs) {
      let sum = 0
      for (const octave of octaves) {
        const place = epochMs / octave.periodMs
        const index = Math.floor(place)
        if (index !== octave.index) enterCell(octave, index)
        sum += octave.amplitude * (octave.left + (octave.right - octave.left) * (place - index))
      }
      return sum
    },
  }
}

/** Caches the lattice values around an instant; moving forward in time costs one hash a cell. */
function enterCell(octave: Octave, index: number): void {
  octave.left = index === octave.index + 1 && octave.index >= 0 ? octave.right : lattice(octave.seed, index)
  octave.right = lattice(octave.seed, index + 1)
  octave.index = index
}

/** In [-1, 1). */
function lattice(seed: number, index: number): number {
  return mix(seed, index) / 2_147_483_648 - 1
}
