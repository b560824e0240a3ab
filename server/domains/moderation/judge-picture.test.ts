import { expect, test } from 'vitest'
import { judgeScores } from './judge-picture.ts'

const CLEAN = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 }
const LIMITS = { blurAbove: 70, blockAbove: 95 }

test.each([
  [{}, 'clean', 'PG'],
  [{ sexy: 0.69 }, 'clean', 'PG'],
  [{ sexy: 0.7 }, 'sensitive', 'Mature'],
  // Revealing clothes never block, however sure.
  [{ sexy: 1 }, 'sensitive', 'Mature'],
  [{ porn: 0.4, hentai: 0.29 }, 'clean', 'PG'],
  [{ porn: 0.4, hentai: 0.3 }, 'sensitive', 'X'],
  [{ porn: 0.5, hentai: 0.45 }, 'blocked', 'X'],
  [{ hentai: 1 }, 'blocked', 'X'],
])('%j is %s', (scores, verdict, rating) => {
  expect(judgeScores({ ...CLEAN, ...scores }, LIMITS)).toEqual({ verdict, rating })
})

test('101 switches a threshold off', () => {
  const never = { blurAbove: 101, blockAbove: 101 }
  expect(judgeScores({ ...CLEAN, porn: 1 }, never).verdict).toBe('clean')
})
