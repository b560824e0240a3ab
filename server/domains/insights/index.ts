export type * from './schema.ts'
export { createInsights, type Insights } from './create-insights.ts'
