export { Telemetry } from './components/telemetry.tsx'
