export { CreateStudioPage } from './components/create-studio-page.tsx'
export { StudioPage } from './components/studio-page.tsx'
export { StudiosPage } from './components/studios-page.tsx'
