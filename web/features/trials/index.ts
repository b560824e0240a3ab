export { ClaimedTrial } from './claimed-trial.tsx'
