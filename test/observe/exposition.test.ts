import fc from 'fast-check'
import parse from 'parse-prometheus-text-format'
import { expect, test } from 'vitest'
import { renderExposition } from '../../src/observe/exposition.js'
import { createHistogram } from '../../src/observe/traffic.js'

test('a parser that is not ours reads what is written, whatever the labels hold', () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), (label, value) => {
      const text = renderExposition([
        { name: 'a_total', help: 'A\nb \\ c', type: 'counter', samples: [{ labels: { label }, value }] },
      ])
      const [family] = parse(text) ?? []
      expect(family?.metrics).toEqual([{ value: String(value), labels: { label } }])
      expect(family?.type).toBe('COUNTER')
    }),
  )
})

test('a histogram counts each value in every bucket that it lies within', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), (values) => {
      const histogram = createHistogram([1, 5, 10])
      for (const value of values) histogram.observe(value)
      const text = renderExposition([
        { name: 'h', help: 'h', type: 'histogram', histograms: [{ labels: {}, histogram }] },
      ])
      const [family] = parse(text) ?? []
      const within = (bound: number): string => String(values.filter((value) => value <= bound).length)
      expect(family?.metrics).toMatchObject([
        {
          buckets: { 1: within(1), 5: within(5), 10: within(10), '+Inf': String(values.length) },
          count: String(values.length),
        },
      ])
      expect(histogram.sum).toBeCloseTo(values.reduce((sum, value) => sum + value, 0))
    }),
  )
})

test('histograms are told apart by their labels', () => {
  const [small, large] = [createHistogram([1]), createHistogram([1])]
  small.observe(0.5)
  large.observe(9)
  const histograms = [
    { labels: { of: 'x' }, histogram: small },
    { labels: { of: 'y' }, histogram: large },
  ]
  const text = renderExposition([{ name: 'h', help: 'h', type: 'histogram', histograms }])
  // The parser joins the histograms of one name: as samples of no type it reads them one by one.
  const families = parse(text.replace(/^# .*\n/gm, '')) ?? []
  expect(families.flatMap(({ name, metrics }) => (name === 'h_bucket' ? metrics : []))).toEqual([
    { value: '1', labels: { of: 'x', le: '1' } },
    { value: '1', labels: { of: 'x', le: '+Inf' } },
    { value: '0', labels: { of: 'y', le: '1' } },
    { value: '1', labels: { of: 'y', le: '+Inf' } },
  ])
})

test('what has no sample is left out with its head', () => {
  expect(renderExposition([{ name: 'a', help: 'a', type: 'gauge', samples: [] }])).toBe('')
})
