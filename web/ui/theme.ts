import {
  type AnchorProps,
  type BadgeProps,
  type CardProps,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  mergeThemeOverrides,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type SkeletonProps,
  type TextProps,
  type VariantColorsResolver,
} from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '#brands/index.ts'
import { useTexts } from './texts.ts'

/** What the theme calls the shades of a brand of its own. */
const OWN = 'accent'

/** Text on the primary colour; shade 6 is too light for white, shade 7 dark enough. */
const ON_PRIMARY = { light: '#ffffff', dark: '#16060c' }

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isPrimary = (input.color ?? input.theme.primaryColor) === input.theme.primaryColor
  // White on Mantine's own shade of red is too faint.
  if (input.variant === 'filled' && input.color === 'red') {
    const [background, hover] = ['var(--mantine-color-red-9)', 'var(--mantine-color-red-8)']
    return { ...colors, background, hover, color: '#ffffff' }
  }
  if (input.variant !== 'filled' || !isPrimary) return colors
  return {
    ...colors,
    color: 'var(--mantine-primary-color-contrast)',
    // Away from the colour of the text, in either scheme.
    hover: 'var(--mantine-primary-color-filled-hover)',
  }
}

// Defaults of parts stand here without the parts themselves, which pages bring along as they use them.
const base = createTheme({
  primaryShade: { light: 7, dark: 6 },
  variantColorResolver,
  colors: {
    // Ink with a violet cast: 7 is the page, 6, 5 and 4 the surfaces above it in even steps.
    dark: [
      '#dcd9e3',
      '#c1bdcb',
      '#a39eb0',
      '#8b8699',
      '#37343f',
      '#28262f',
      '#1a1920',
      '#0f0e13',
      '#0b0a0e',
      '#070609',
    ],
    gray: [
      '#f7f5f9',
      '#f0edf3',
      '#e5e1ea',
      '#d8d3df',
      '#c5bfcf',
      '#a49daf',
      '#7b7487',
      '#585263',
      '#3a3543',
      '#221f29',
    ],
  },
  black: '#1b1822',
  fontFamily: "Lato, 'Lato Fallback', system-ui, sans-serif",
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.3125rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.55', md: '1.55', lg: '1.35', xl: '1.15' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '2rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  headings: {
    fontWeight: '900',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.35rem + 1.7vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.3125rem, 1.15rem + 0.9vw, 1.75rem)', lineHeight: '1.15' },
      h3: { fontSize: '1.3125rem', lineHeight: '1.15' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.25', fontWeight: '700' },
    },
  },
  components: {
    Text: { defaultProps: { size: 'sm' } satisfies TextProps },
    Anchor: { defaultProps: { underline: 'always' } satisfies AnchorProps },
    // Without a variant its label would be white on any colour.
    Badge: { defaultProps: { variant: 'filled', tt: 'none' } satisfies BadgeProps },
    Card: { defaultProps: { radius: 'lg', withBorder: true } satisfies CardProps },
    Notification: {
      // The primary colour looks like an error.
      defaultProps: {
        color: 'gray',
      } satisfies Partial<NotificationProps>,
      // Its own grey is too light in the light scheme.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Paper: { defaultProps: { radius: 'lg' } satisfies PaperProps },
    // Its own are 20 px high, or 24 with a label that is larger than its neighbours'.
    Switch: {
      vars: () => ({
        root: {
          '--switch-height': '24px',
          '--switch-width': '46px',
          '--switch-thumb-size': '18px',
        },
      }),
    },
    // Their own are 20 px.
    Checkbox: { vars: () => ({ root: { '--checkbox-size': '24px' } }) },
    Radio: { vars: () => ({ root: { '--radio-size': '24px' } }) },
    Skeleton: { defaultProps: { radius: 'lg' } satisfies SkeletonProps },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        transitionProps: { duration: 160, transition: 'fade' },
      } satisfies Partial<ModalProps>,
    },
  },
})

/** The theme with a brand's accent: one of Mantine's colours that is dark enough in shade 7 for white text, or shades of its own. */
export function useBrandTheme({
  accent,
  palette,
}: Pick<Brand, 'accent' | 'palette'>): MantineThemeOverride {
  const t = useTexts()
  const [theme] = useState(() => {
    const closeButtonProps = { 'aria-label': t('dialog.close') }
    const components = {
      Modal: { defaultProps: { closeButtonProps } satisfies Partial<ModalProps> },
      Notification: { defaultProps: { closeButtonProps } satisfies Partial<NotificationProps> },
    }
    return mergeThemeOverrides(
      base,
      createTheme({
        primaryColor: palette ? OWN : accent,
        ...(palette && { colors: { [OWN]: palette as unknown as MantineColorsTuple } }),
        components,
      }),
    )
  })
  return theme
}

export const cssVariablesResolver: CSSVariablesResolver = ({ primaryColor }) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfafc',
    '--mantine-color-dimmed': '#625c6e',
    '--mantine-color-placeholder': '#7b7487',
    // Shade 9, Mantine's choice, is too light for small text.
    '--mantine-color-green-light-color': '#1e6b30',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-yellow-text': '#8a5300',
    '--mantine-color-disabled': 'var(--mantine-color-gray-1)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    '--mantine-color-red-text': 'var(--mantine-color-red-8)',
    '--mantine-color-anchor': `var(--mantine-color-${primaryColor}-8)`,
    [`--mantine-color-${primaryColor}-light-color`]: `var(--mantine-color-${primaryColor}-9)`,
    [`--mantine-color-${primaryColor}-text`]: `var(--mantine-color-${primaryColor}-8)`,
    '--mantine-primary-color-contrast': ON_PRIMARY.light,
    '--mantine-primary-color-filled-hover': 'var(--mantine-primary-color-8)',
  },
  dark: {
    '--mantine-color-text': '#e6e3ec',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    // Shade 0, Mantine's choice, looks white: what deletes would not be told by it. Shade 4 is too dark under the pointer.
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
    // Mantine's own mix is as dark as the page: its badges would be words that stand out of line.
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-4)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': `var(--mantine-color-${primaryColor}-4)`,
    '--mantine-primary-color-contrast': ON_PRIMARY.dark,
    '--mantine-primary-color-filled-hover': 'var(--mantine-primary-color-5)',
  },
})
