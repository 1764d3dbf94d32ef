import type { Product } from '../product.ts'
import { agentmark } from './agentmark.ts'
import { airbyte } from './airbyte.ts'
import { aiShield } from './aishield.ts'
import { awsSageMaker } from './aws-sagemaker.ts'
import { azureMachineLearning } from './azure-machine-learning.ts'
import { bigeye } from './bigeye.ts'
import { braintrust } from './braintrust.ts'
import { ciscoAiDefense } from './cisco-ai-defense.ts'
import { databand } from './databand.ts'
import { databricksJob } from './databricks-job.ts'
import { dataRobot } from './datarobot.ts'
import { dbt } from './dbt.ts'
import { deepchecks } from './deepchecks.ts'
import { e2eTir } from './e2e-tir.ts'
import { fivetran } from './fivetran.ts'
import { gcpModelArmor } from './gcp-model-armor.ts'
import { greatExpectations } from './great-expectations.ts'
import { lakeraGuard } from './lakera-guard.ts'
import { langfuse } from './langfuse.ts'
import { langSmith } from './langsmith.ts'
import { liteLlm } from './litellm.ts'
import { lockLlm } from './lockllm.ts'
import { lumiqtrace } from './lumiqtrace.ts'
import { mcpContextForge } from './mcp-context-forge.ts'
import { mlrun } from './mlrun.ts'
import { mlrunRun } from './mlrun-run.ts'
import { monteCarlo } from './monte-carlo.ts'
import { openAi } from './openai.ts'
import { openMetadata } from './openmetadata.ts'
import { opik } from './opik.ts'
import { promptfoo } from './promptfoo.ts'
import { promptGuard } from './promptguard.ts'
import { rampart } from './rampart.ts'
import { snowflake } from './snowflake.ts'
import { soda } from './soda.ts'
import { superwise } from './superwise.ts'
import { vertexModelMonitoring } from './vertex-model-monitoring.ts'
import { vianops } from './vianops.ts'

/** Products that monitor AI systems and their models, data, runs and cost. */
export const AI_PRODUCTS: readonly Product[] = [
  promptfoo,
  dataRobot,
  langSmith,
  langfuse,
  braintrust,
  superwise,
  opik,
  liteLlm,
  vianops,
  databricksJob,
  awsSageMaker,
  deepchecks,
  e2eTir,
  vertexModelMonitoring,
  lakeraGuard,
  ciscoAiDefense,
  azureMachineLearning,
  aiShield,
  agentmark,
  lumiqtrace,
  soda,
  dbt,
  lockLlm,
  promptGuard,
  monteCarlo,
  mcpContextForge,
  openMetadata,
  openAi,
  snowflake,
  mlrun,
  mlrunRun,
  bigeye,
  gcpModelArmor,
  greatExpectations,
  databand,
  airbyte,
  rampart,
  fivetran,
]
