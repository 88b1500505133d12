/** An array of numbers that grows, with little unused memory. */
type NumberArray = Float64Array | Uint32Array

interface Growing<Numbers extends NumberArray> {
  push(number: number): void
  readonly length: number
  /** Returns a copy of exactly the added numbers. */
  taken(): Numbers
}

const FIRST_ROOM = 256

export function createGrowingDoubles(): Growing<Float64Array> {
  return growing((room) => new Float64Array(room))
}

export function createGrowingWholes(): Growing<Uint32Array> {
  return growing((room) => new Uint32Array(room))
}

function growing<Numbers extends NumberArray>(make: (room: number) => Numbers): Growing<Numbers> {
  let numbers = make(FIRST_ROOM)
  let length = 0
  return {
    push(number) {
      if (length === numbers.length) {
        const larger = make(Math.ceil(length * 1.5))
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = number
    },
    get length() {
      return length
    },
    taken: () => numbers.slice(0, length) as Numbers,
  }
}
