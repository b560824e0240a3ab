import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test that failed, or what else went wrong. */
export interface Failure {
  name: string
  /** As the runner reported it; may be empty. */
  error: string
}

/** What a part of the tests came to. */
export interface Counts {
  /** With those that passed only at their second try. */
  passed: number
  failures: Failure[]
  /** Passed at their second try; the error is that of the first. */
  unsteady: Failure[]
}

/** The part of the report of vitest's JSON reporter that counts. */
export interface VitestReport {
  testResults: {
    /** Path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightTest {
  projectName: string
  /** `flaky`: passed at its second try. */
  status: string
  results: { errors: { message?: string }[] }[]
}

interface PlaywrightSuite {
  title: string
  specs: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}

/** The part of the report of Playwright's JSON reporter that counts. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; flaky: number }
  errors: { message?: string }[]
}

/** Counts a report of vitest; a file that could not even be loaded is one failure. */
export function countVitest({ testResults }: VitestReport, root: string): Counts {
  const files = testResults.map((file) => ({ ...file, path: relative(root, file.name) }))
  const tests = files.flatMap(({ path, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: `${path} › ${fullName}`,
      status,
      error: failureMessages.join('\n'),
    })),
  )
  const unloaded = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter(({ status }) => status === 'passed')
  return {
    passed: passed.length,
    failures: [
      ...tests.filter(({ status }) => status === 'failed').map(asFailure),
      ...unloaded.map(({ path, message }) => ({ name: path, error: message })),
    ],
    unsteady: passed.filter(({ error }) => error !== '').map(asFailure),
  }
}

const asFailure = ({ name, error }: Failure): Failure => ({ name, error })

/** Most files that are tried again: more failures than that are no accident of a busy machine. */
const MOST_TRIED_AGAIN = 5

/** A property test that found a case against it would look for others at its second try. */
const COUNTEREXAMPLE = /Property failed|Counterexample/

/** Paths of the files to run once more: those that failed, or none where they are too many. */
export function filesToTryAgain({ testResults }: VitestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed')
  if (failed.length > MOST_TRIED_AGAIN) return []
  const isRefuted = ({ assertionResults }: VitestReport['testResults'][number]): boolean =>
    assertionResults.some(({ failureMessages }) => COUNTEREXAMPLE.test(failureMessages.join('\n')))
  return failed.filter((file) => !isRefuted(file)).map(({ name }) => name)
}

/**
 * Counts a run together with the second try of the files that had failed in it. In a file that passed then, what had failed is
 * unsteady, with its first error; a file that failed again, or has no result, counts by its last result.
 */
export function countWithSecondTry(
  first: VitestReport,
  second: VitestReport,
  root: string,
): Counts {
  const later = new Map(second.testResults.map((file) => [file.name, file]))
  const passedThen = first.testResults.filter(
    ({ name, status }) => status === 'failed' && later.get(name)?.status === 'passed',
  )
  const last = countVitest(
    { testResults: first.testResults.map((file) => later.get(file.name) ?? file) },
    root,
  )
  const unsteady = countVitest({ testResults: passedThen }, root).failures
  return { ...last, unsteady: [...last.unsteady, ...unsteady] }
}

/** An error that no test is to blame for, such as a process that was killed. */
export const outsideOfTests = (error: string): Failure => ({ name: 'outside of any test', error })

/** Counts a report of Playwright; errors outside of any test are failures. */
export function countPlaywright({ suites, stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failures: [
      ...suites.flatMap((suite) => endedAs(suite, 'unexpected')),
      ...errors.map(({ message = '' }) => outsideOfTests(message)),
    ],
    unsteady: suites.flatMap((suite) => endedAs(suite, 'flaky')),
  }
}

function endedAs({ specs, suites = [] }: PlaywrightSuite, wanted: string): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${title}`,
        error: results
          .flatMap((result) => result.errors.map(({ message = '' }) => message))
          .join('\n'),
      })),
  )
  return [...own, ...suites.flatMap((suite) => endedAs(suite, wanted))]
}

/** Of one error; where many tests failed the lines of all are no more than ALL_LINES, to stand in a log's last 4 KB. */
const MOST_LINES = 6
const ALL_LINES = 24
const LINE_LENGTH = 140

/** Names each, with the first lines of its error: enough to know it by the end of a log. */
export function listFailures(failures: readonly Failure[]): string {
  const most = Math.max(1, Math.min(MOST_LINES, Math.floor(ALL_LINES / failures.length)))
  return failures
    .flatMap(({ name, error }) => {
      const lines = stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => line.trim() !== '')
      return [
        `✘ ${name}`,
        ...lines.slice(0, most).map((line) => `    ${line.slice(0, LINE_LENGTH)}`),
      ]
    })
    .join('\n')
}
