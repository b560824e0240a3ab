import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface UiState {
  darkMode: boolean
  isGenerating: boolean
  isVideoGenerating: boolean
  setDarkMode(darkMode: boolean): void
  setGenerating(isGenerating: boolean): void
  setVideoGenerating(isVideoGenerating: boolean): void
}

/** Interface state that outlives the page. Rehydrated after the first render, which must equal the server's. */
export const useUiState = create<UiState>()(
  persist(
    (set) => ({
      darkMode: true,
      isGenerating: false,
      isVideoGenerating: false,
      setDarkMode: (darkMode) => set({ darkMode }),
      setGenerating: (isGenerating) => set({ isGenerating }),
      setVideoGenerating: (isVideoGenerating) => set({ isVideoGenerating }),
    }),
    {
      name: 'v1',
      version: 1,
      skipHydration: true,
      partialize: ({ darkMode, isGenerating, isVideoGenerating }) => ({
        darkMode,
        isGenerating,
        isVideoGenerating,
      }),
    },
  ),
)
