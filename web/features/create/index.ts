export { CreatePage } from './components/create-page.tsx'
export { PhotoAdvice } from './source/photo-advice.tsx'
export { SourceField } from './source/source-field.tsx'
export { SourceSettings } from './source/source-settings.tsx'
