/** Where page views, events and error reports go. */
export interface Telemetry {
  pageView(path: string): void
  event(name: string, properties?: Record<string, string | number | boolean>): void
  report(error: unknown): void
}

const silent: Telemetry = { pageView() {}, event() {}, report() {} }

let receiver: Telemetry = silent

/** Silent until a receiver is set. */
export const telemetry: Telemetry = {
  pageView: (path) => receiver.pageView(path),
  event: (name, properties) => receiver.event(name, properties),
  report: (error) => receiver.report(error),
}

/** Sets the receiver; null makes it silent again. */
export function setTelemetry(next: Telemetry | null): void {
  receiver = next ?? silent
}
