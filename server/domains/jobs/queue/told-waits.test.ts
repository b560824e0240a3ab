import { describe, expect, it } from 'vitest'
import { createToldWaits } from './told-waits.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(START + seconds * 1000)

/** Jobs that were told ten seconds and took so long. */
function learned(took: readonly number[]) {
  const told = createToldWaits(() => START)
  for (const [at, seconds] of took.entries()) {
    told.tell('lane', `job ${at}`, 10)
    told.end('lane', `job ${at}`, after(seconds))
  }
  return told
}

describe('told waits', () => {
  it('spread as far as nine of ten jobs took', () => {
    // 8 s, 8.5 s ... 33 s: nine of ten stayed below 31 s.
    const took = Array.from({ length: 51 }, (_, at) => 8 + at / 2)
    expect(learned(took).spread('lane')).toBe(3.1)
  })

  it('say nothing before enough jobs have ended, nor of another lane', () => {
    expect(learned(Array.from({ length: 19 }, () => 40)).spread('lane')).toBe(1)
    expect(learned(Array.from({ length: 20 }, () => 40)).spread('lane')).toBe(4)
    expect(learned(Array.from({ length: 20 }, () => 40)).spread('other')).toBe(1)
  })

  it('are never below the estimate itself', () => {
    expect(learned(Array.from({ length: 30 }, () => 2)).spread('lane')).toBe(1)
  })

  it('go by the newest jobs', () => {
    const took = [
      ...Array.from({ length: 200 }, () => 90),
      ...Array.from({ length: 200 }, () => 20),
    ]
    expect(learned(took).spread('lane')).toBe(2)
  })

  it('keep the first estimate of a job and learn nothing from one without a result', () => {
    let now = START
    const told = createToldWaits(() => now)
    for (let at = 0; at < 20; at++) {
      told.tell('lane', `failed ${at}`, 1)
      told.end('lane', `failed ${at}`, null)
      told.tell('lane', `done ${at}`, 10)
    }
    now += 20_000
    for (let at = 0; at < 20; at++) told.tell('lane', `done ${at}`, 1)
    expect(told.awaited('lane')).toHaveLength(20)
    for (let at = 0; at < 20; at++) told.end('lane', `done ${at}`, after(30))
    expect(told.awaited('lane')).toEqual([])
    expect(told.spread('lane')).toBe(3)
  })

  it('go on waiting for the oldest where too many are awaited, and take no new ones', () => {
    const told = createToldWaits(() => START)
    for (let at = 0; at < 2010; at++) told.tell('lane', `job ${at}`, 10)
    expect(told.awaited('lane')).toHaveLength(2000)
    for (let at = 0; at < 20; at++) told.end('lane', `job ${at}`, after(90))
    expect(told.spread('lane')).toBe(9)
    told.tell('lane', 'another', 10)
    expect(told.awaited('lane')).toContain('another')
  })

  it('stop waiting for jobs that never came to be, a minute after they were told', () => {
    let now = START
    const told = createToldWaits(() => now)
    told.tell('lane', 'rolled back', 10)
    now += 59_000
    told.tell('lane', 'at this moment', 10)
    told.drop('lane', ['rolled back', 'at this moment'])
    expect(told.awaited('lane')).toHaveLength(2)
    now += 1000
    told.drop('lane', ['rolled back', 'at this moment', 'never told'])
    expect(told.awaited('lane')).toEqual(['at this moment'])
  })
})
