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
  numPassedTests: number
  testResults: {
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
export function countVitest(report: VitestReport, root: string): Counts {
  const files = report.testResults.map((file) => ({ ...file, path: relative(root, file.name) }))
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
  return {
    passed: report.numPassedTests,
    failures: [
      ...tests.filter(({ status }) => status === 'failed').map(asFailure),
      ...unloaded.map(({ path, message }) => ({ name: path, error: message })),
    ],
    unsteady: tests
      .filter(({ status, error }) => status === 'passed' && error !== '')
      .map(asFailure),
  }
}

const asFailure = ({ name, error }: Failure): Failure => ({ name, error })

/** Counts a report of Playwright; errors outside of any test are failures. */
export function countPlaywright({ suites, stats, errors }: PlaywrightReport): Counts {
  const outside = errors.map(({ message = '' }) => ({
    name: 'outside of any test',
    error: message,
  }))
  return {
    passed: stats.expected + stats.flaky,
    failures: [...suites.flatMap((suite) => endedAs(suite, 'unexpected')), ...outside],
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
