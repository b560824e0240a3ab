/** Where page views, events and error reports go. */
export interface Telemetry {
  pageView(path: string): void
  event(name: string, properties?: Record<string, string | number | boolean>): void
  report(error: unknown): void
}

/** Of calls that wait for the receiver of the page. */
const MOST_WAITING = 50

const silent: Telemetry = { pageView() {}, event() {}, report() {} }

let waiting: ((to: Telemetry) => void)[] = []

function keep(call: (to: Telemetry) => void): void {
  if (waiting.length < MOST_WAITING) waiting.push(call)
}

/** A page is at work before it knows whether its visitor allows anything: until then calls stay in its memory. */
const undecided: Telemetry = {
  pageView: (path) => keep((to) => to.pageView(path)),
  event: (name, properties) => keep((to) => to.event(name, properties)),
  report: (error) => keep((to) => to.report(error)),
}

let receiver: Telemetry = typeof document === 'undefined' ? silent : undecided

/** Nothing leaves the page until a receiver is set. */
export const telemetry: Telemetry = {
  pageView: (path) => receiver.pageView(path),
  event: (name, properties) => receiver.event(name, properties),
  report: (error) => receiver.report(error),
}

/** Sets the receiver, which gets what waited for it; null makes it silent again, and forgets what waited. */
export function setTelemetry(next: Telemetry | null): void {
  const calls = waiting
  waiting = []
  receiver = next ?? silent
  for (const call of calls) call(receiver)
}
