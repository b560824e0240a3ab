export { ContentView } from './components/content-view.tsx'
export { showPage } from './lib/shown-page.ts'
export { structuredData } from './lib/structured-data.ts'
