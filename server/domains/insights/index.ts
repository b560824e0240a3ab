export { createInsights, type Insights } from './create-insights.ts'
