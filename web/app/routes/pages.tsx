import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { reportError } from '#web/lib/errors.ts'
import { PageError } from '../shell/error-pages.tsx'
import type { Route } from './+types/pages.ts'

/** Catches the errors of all pages below the header. */
export default function Pages() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => reportError(error), [error])
  return <PageError error={error} />
}
