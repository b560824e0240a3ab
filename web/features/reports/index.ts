export { DecisionPage } from './components/decision-page.tsx'
export { type Reported, ReportPage } from './components/report-page.tsx'
