export { Telemetry } from '#web/features/telemetry/index.ts'
