export { ContentView } from './components/content-view.tsx'
export { describePage, type ShownPage, showPage } from './lib/shown-page.ts'
export { pricesInTexts } from './lib/prices-in-texts.ts'
