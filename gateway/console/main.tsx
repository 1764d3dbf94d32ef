import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { transport } from './api/transport.ts'
import { Boundary, Broken } from './components/boundary.tsx'
import { applyTheme } from './components/theme.ts'
import { SessionGate } from './session-gate.tsx'
import './styles/layout.css'
import './styles/parts.css'
import './styles/charts.css'
import './styles/states.css'
import './styles/forms.css'
import './styles/small.css'
import './styles/directions.css'

applyTheme()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <TransportProvider transport={transport}>
        <Boundary broken={(error, retry) => <Broken title="The console" error={error} retry={retry} />}>
          <SessionGate />
        </Boundary>
      </TransportProvider>
    </QueryClientProvider>
  </StrictMode>,
)
