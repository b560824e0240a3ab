import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countVitest,
  countWithSecondTry,
  filesToTryAgain,
  listFailures,
  type VitestReport,
} from './count-tests.ts'

describe('countVitest', () => {
  it('names what failed or needed a second try, and counts a file that could not be loaded', () => {
    const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
    const second = { fullName: 'waits', status: 'passed', failureMessages: ['timed out'] }
    const failed = { fullName: 'sums fail', status: 'failed', failureMessages: ['expected 1'] }
    const report = {
      testResults: [
        { name: '/a/b.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
        { name: '/a/c.test.ts', status: 'failed', message: 'no module', assertionResults: [] },
        { name: '/a/d.test.ts', status: 'passed', message: '', assertionResults: [passed, second] },
      ],
    }
    expect(countVitest(report, '/a')).toEqual({
      passed: 3,
      failures: [
        { name: 'b.test.ts › sums fail', error: 'expected 1' },
        { name: 'c.test.ts', error: 'no module' },
      ],
      unsteady: [{ name: 'd.test.ts › waits', error: 'timed out' }],
    })
  })
})

describe('a second try', () => {
  type Test = VitestReport['testResults'][number]['assertionResults'][number]
  const adds: Test = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const sums = { fullName: 'sums', status: 'passed', failureMessages: [] }
  const wrong = (error: string) => ({
    fullName: 'sums',
    status: 'failed',
    failureMessages: [error],
  })
  const file = (name: string, status: string, ...tests: Test[]) => ({
    name: `/a/${name}.test.ts`,
    status,
    message: tests.length === 0 ? 'no module' : '',
    assertionResults: tests,
  })
  const unloaded = file('c', 'failed')
  const steady = file('d', 'passed', adds, sums)
  const first = {
    testResults: [file('b', 'failed', wrong('expected 1'), adds), unloaded, steady],
  }

  it('is for the files that failed, and for none where more than five did', () => {
    expect(filesToTryAgain(first)).toEqual(['/a/b.test.ts', '/a/c.test.ts'])
    const failed = (count: number) => ({
      testResults: Array.from({ length: count }, (_, i) => file(`${i}`, 'failed')),
    })
    expect(filesToTryAgain(failed(5))).toHaveLength(5)
    expect(filesToTryAgain(failed(6))).toEqual([])
  })

  it('is not for a property that was refuted: it would look at other cases', () => {
    const refuted = wrong('Property failed after 3 tests\nCounterexample: [[]]')
    expect(filesToTryAgain({ testResults: [file('b', 'failed', adds, refuted)] })).toEqual([])
  })

  it('that passes makes what had failed unsteady, by its first error, and counts each test once', () => {
    const second = {
      testResults: [file('b', 'passed', sums, adds), file('c', 'passed', adds, sums)],
    }
    expect(countWithSecondTry(first, second, '/a')).toEqual({
      passed: 6,
      failures: [],
      unsteady: [
        { name: 'b.test.ts › sums', error: 'expected 1' },
        { name: 'c.test.ts', error: 'no module' },
      ],
    })
  })

  it('that fails is a failure, also where another test of the file failed first', () => {
    const fails = { fullName: 'adds', status: 'failed', failureMessages: ['expected 2'] }
    const second = { testResults: [file('b', 'failed', sums, fails), unloaded] }
    expect(countWithSecondTry(first, second, '/a')).toEqual({
      passed: 3,
      failures: [
        { name: 'b.test.ts › adds', error: 'expected 2' },
        { name: 'c.test.ts', error: 'no module' },
      ],
      unsteady: [],
    })
  })

  it('that brought no result of a file leaves it failed', () => {
    expect(countWithSecondTry(first, { testResults: [] }, '/a').failures).toEqual([
      { name: 'b.test.ts › sums', error: 'expected 1' },
      { name: 'c.test.ts', error: 'no module' },
    ])
  })
})

describe('countPlaywright', () => {
  it('names what failed, in a test or outside, and what needed a second try, however deep', () => {
    const spec = (title: string, status: string, errors: { message: string }[]) => ({
      title,
      file: 'home.spec.ts',
      line: 7,
      tests: [{ projectName: 'phone', status, results: [{ errors }, { errors: [] }] }],
    })
    const inner = { title: 'group', specs: [spec('hides', 'flaky', [{ message: 'too late' }])] }
    const specs = [
      spec('shows', 'unexpected', [{ message: 'timed out' }, { message: 'at a click' }]),
      spec('opens', 'expected', []),
      spec('closes', 'skipped', []),
    ]
    const suites = [{ title: 'home.spec.ts', specs, suites: [inner] }]
    const errors = [{ message: 'the server did not start' }]
    expect(countPlaywright({ suites, stats: { expected: 7, flaky: 1 }, errors })).toEqual({
      passed: 8,
      failures: [
        { name: '[phone] home.spec.ts:7 › shows', error: 'timed out\nat a click' },
        { name: 'outside of any test', error: 'the server did not start' },
      ],
      unsteady: [{ name: '[phone] home.spec.ts:7 › hides', error: 'too late' }],
    })
  })
})

describe('listFailures', () => {
  it('gives the first lines of each error, without colours and empty lines', () => {
    const error = `\u001B[31mError\u001B[39m: no\n\n${'x\n'.repeat(20)}`
    expect(listFailures([{ name: 'one', error }])).toBe(
      `✘ one\n    Error: no${'\n    x'.repeat(5)}`,
    )
  })

  it('fits the last 4 KB of a log, also where more failed', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({
      name: `test ${i}`,
      error: 'long '.repeat(999),
    }))
    const text = listFailures(many)
    expect(text.length).toBeLessThan(3000)
    for (const { name } of many) expect(text).toContain(`${name}\n`)
  })
})
