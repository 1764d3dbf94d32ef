// Generated from the OpenAPI document by clients/typescript/generate.mjs. Do not edit.

export interface paths {
    "/api/v1/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents, newest first
         * @description Permission: `incidents:read`.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Create an incident
         * @description Permission: `incidents:write`. Body: at most 1 MiB.
         */
        post: operations["createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one incident
         * @description Permission: `incidents:read`.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an incident into a status; a repetition changes nothing
         * @description Permission: `incidents:status`. Body: at most 1 MiB.
         */
        post: operations["setIncidentStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets, newest first
         * @description Permission: `assets:read`.
         */
        get: operations["listAssets"];
        put?: never;
        /**
         * Create an asset
         * @description Permission: `assets:write`. Body: at most 1 MiB.
         */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppliers, newest first
         * @description Permission: `suppliers:read`.
         */
        get: operations["listSuppliers"];
        put?: never;
        /**
         * Create a supplier
         * @description Permission: `suppliers:write`. Body: at most 1 MiB.
         */
        post: operations["createSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai-evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluation results, newest first
         * @description Permission: `evaluations:read`.
         */
        get: operations["listEvaluations"];
        put?: never;
        /**
         * Submit evaluation results, all or none
         * @description Permission: `evaluations:write`. Body: at most 16 MiB.
         */
        post: operations["submitEvaluations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/eval-suites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluation suites, every version, newest first
         * @description Permission: `evaluations:read`.
         */
        get: operations["listEvalSuites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gate-status/{aiSystemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether an AI system may ship; every query stores its decision
         * @description Permission: `gate:query`. The organization needs the add-on `agent_governance`.
         */
        get: operations["queryGate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gate-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask by the name of an AI system whether it may ship; every query stores its decision
         * @description Permission: `gate:query`. The organization needs the add-on `agent_governance`.
         */
        get: operations["queryGateByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gate-decisions/{decisionId}/attestation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a gate decision as a signed in-toto statement
         * @description Permission: `gate:query`. The organization needs the add-on `agent_governance`.
         */
        get: operations["attestDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent runs, newest first
         * @description Permission: `agent_runs:read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Report agent runs, all or none
         * @description Permission: `agent_runs:write`. Body: at most 16 MiB.
         */
        post: operations["submitRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent-runs/{runId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the events of a run, all or none
         * @description Permission: `agent_runs:write`. Body: at most 16 MiB.
         */
        post: operations["submitRunEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first, or follow the log from a place in it
         * @description Permission: `audit:read`.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Any valid key; no particular permission.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/incidents/{orgKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an incident with one signed POST
         * @description For systems that cannot act as an API client. The endpoint is created in the platform, which gives its address and its
         *     signing secret (shown once). No API key: the signature is the authentication.
         */
        post: operations["deliverIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Incident: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            /** @enum {string} */
            severity: "low" | "medium" | "high" | "critical" | "unknown";
            affected_systems: string[];
            affected_persons_count: number;
            /** Format: date-time */
            detected_at: string;
            /** @enum {string} */
            regulation: "nis2" | "dora" | "gdpr" | "cra" | "ai_act" | "cer" | "eidas" | "other";
            /** @description Whether the severity is high or critical. */
            is_significant: boolean;
            /**
             * Format: date-time
             * @description Detection time + 24 h.
             */
            early_warning_deadline: string;
            /**
             * Format: date-time
             * @description Detection time + 72 h.
             */
            notification_deadline: string;
            /**
             * Format: date-time
             * @description One calendar month after the notification deadline.
             */
            final_report_deadline: string;
            /** @enum {string} */
            status: "open" | "investigating" | "contained" | "resolved" | "closed" | "dismissed";
            source: {
                /** @enum {string} */
                kind: "api" | "webhook" | "service" | "user";
                id: string;
                format: string | null;
                source_system: string | null;
                external_id: string | null;
                occurred_at: string | null;
                received_at: string | null;
                body_sha256: string | null;
                /** @description What a vendor_siem body was recognised as. */
                product: string | null;
                mapping_version: number | null;
                /** @description What was changed or could not be read of an alert, a sentence each. */
                notes: string[];
            };
            /** Format: date-time */
            created_at: string;
        };
        /** @description A flattened schema-validation error. Keys of fieldErrors are paths into the request as it was sent, e.g. `evaluations.3.metric_value`. */
        ValidationDetails: {
            /** @description Problems of the request as a whole. */
            formErrors?: string[];
            fieldErrors?: {
                [key: string]: string[];
            };
            /** @description Items that are stored already (with the id of the stored one), or that occur twice in the batch. */
            duplicates?: {
                index: number;
                /** @description The run_ref of a run. */
                run_ref?: string;
                /** @description The seq of an event. */
                seq?: number;
                /**
                 * Format: uuid
                 * @description The id of the stored item.
                 */
                id?: string;
                /** @description The index of the same item earlier in the batch. */
                first_index?: number;
            }[];
            /** @description The status that the incident has (setIncidentStatus). */
            current_status?: string;
            /** @description What is still to be reported of the incident; a note has to say why (setIncidentStatus). */
            unmet_obligations?: string[];
        };
        /** @description Every error of the API. Callers switch on the code; the message is for people. */
        Error: {
            error: {
                /** @description Stable. */
                code: string;
                message: string;
                /** @description Details beyond the message; they depend on the code. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        IncidentRequest: {
            title: string;
            description?: string;
            /** @enum {string} */
            severity: "low" | "medium" | "high" | "critical";
            affected_systems?: string[];
            affected_persons_count?: number;
            /**
             * Format: date-time
             * @description Default: the time of receipt.
             */
            detected_at?: string;
            /**
             * @description Without it: nis2.
             * @enum {string}
             */
            regulation?: "nis2" | "dora" | "gdpr" | "cra" | "ai_act" | "cer" | "eidas" | "other";
        };
        Obligation: {
            /** @enum {string} */
            regime: "nis2" | "dora" | "cra_vulnerability" | "cra_incident" | "ai_act" | "gdpr" | "cer" | "eidas_qualified";
            step: string;
            recipient: string;
            article: string;
            runs_from: string;
            due_at: string | null;
            forecast_at: string | null;
            /** @enum {string} */
            state: "waiting" | "due" | "overdue" | "filed" | "filed_late" | "not_required";
            filing_id: string | null;
            runs_from_at: string | null;
            stands_in: string | null;
            provisional: boolean;
            conditional: boolean;
            remark: string | null;
            rules: string;
            settings_version: number;
            incident_id: string;
            incident_title: string;
        };
        IncidentStatusRequest: {
            /**
             * @description The status that the incident is to have. Where it has it already, nothing changes.
             * @enum {string}
             */
            status: "open" | "investigating" | "contained" | "resolved" | "closed" | "dismissed";
            /** @description Why. Kept with the change. Required to close or dismiss an incident with obligations that are not met. */
            note?: string;
            /**
             * @description The status that the incident has as far as the caller knows. Where it has another one, the call is refused, and details.current_status names it.
             * @enum {string}
             */
            expected_status?: "open" | "investigating" | "contained" | "resolved" | "closed" | "dismissed";
        };
        Asset: {
            /** Format: uuid */
            id: string;
            name: string;
            asset_type: string;
            /** @enum {string} */
            classification: "public" | "internal" | "confidential" | "restricted";
            /** @enum {string} */
            business_criticality: "low" | "medium" | "high" | "critical";
            hosted_in_eu: boolean;
            contains_personal_data: boolean;
            /** @enum {string} */
            status: "active" | "retired";
            /** Format: date-time */
            created_at: string;
        };
        AssetRequest: {
            name: string;
            /**
             * @description Known: system, application, database, service, network, endpoint, cloud_resource, ai_system, ai_model, dataset, facility, other.
             * @example system
             */
            asset_type: string;
            /** @enum {string} */
            classification: "public" | "internal" | "confidential" | "restricted";
            /** @enum {string} */
            business_criticality: "low" | "medium" | "high" | "critical";
            /** @description Without it: false. */
            hosted_in_eu?: boolean;
            /** @description Without it: false. */
            contains_personal_data?: boolean;
        };
        Supplier: {
            /** Format: uuid */
            id: string;
            name: string;
            org_number: string | null;
            /** @enum {string} */
            category: "critical" | "important" | "standard";
            service_description: string | null;
            contact_email: string | null;
            /** @description 0 to 100; 0 on creation. */
            risk_score: number;
            /** @enum {string} */
            assessment_status: "pending" | "in_progress" | "approved" | "rejected" | "expired";
            /** Format: date-time */
            created_at: string;
        };
        SupplierRequest: {
            name: string;
            org_number?: string;
            /** @enum {string} */
            category: "critical" | "important" | "standard";
            service_description?: string;
            /** Format: email */
            contact_email?: string;
        };
        Evaluation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ai_system_id: string;
            ai_system_name: string;
            source: string;
            source_kind: string;
            eval_type: string;
            metric_name: string;
            metric_value: number;
            threshold: number | null;
            passed: boolean;
            /** Format: date-time */
            evaluated_at: string;
            /** @description SHA-256 of the RFC 8785 canonical JSON of the payload. */
            payload_hash: string;
            /** @description As it was given. */
            eval_suite: string | null;
            eval_suite_id: string | null;
            eval_suite_version: number | null;
            /** Format: date-time */
            created_at: string;
        };
        EvaluationWarning: {
            /** @description The place of the result in the request, from 0. */
            index: number;
            /** @description Stable. `metric_not_in_suite`: no threshold of the suite version that the result is tied to asks for its metric_name with its eval_type, so the gate does not look at it. */
            code: string;
            /** @description For people. */
            message: string;
        };
        EvaluationRequest: {
            /**
             * Format: uuid
             * @description Required unless ai_system_name is given.
             */
            ai_system_id?: string;
            /** @description An alternative to ai_system_id. */
            ai_system_name?: string;
            /** @description Where the result comes from. */
            source: string;
            /**
             * @description Without it: custom.
             * @example promptfoo
             */
            source_kind?: string;
            /**
             * @description Known: prompt_injection, jailbreak, data_leakage, toxicity, bias, hallucination, accuracy, robustness, drift, tool_use, safety, custom.
             * @example prompt_injection
             */
            eval_type: string;
            metric_name: string;
            metric_value: number;
            threshold?: number;
            /** @description What the caller claims; the gate compares for itself. */
            passed: boolean;
            /** Format: date-time */
            evaluated_at: string;
            /** @description At most 32 KiB serialized. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description A suite's name (its current version) or the id of one of its versions. */
            eval_suite?: string;
        } | {
            ai_system_id: unknown;
        } | {
            ai_system_name: unknown;
        };
        EvalSuite: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ai_system_id: string;
            name: string;
            version: number;
            /**
             * @description `active` is the current version.
             * @enum {string}
             */
            status: "active" | "superseded";
            thresholds: {
                metric_name: string;
                eval_type: string;
                /** @enum {string} */
                operator: "lte" | "lt" | "gte" | "gt" | "eq";
                value: number;
            }[];
            /** @description The id of the next version. */
            superseded_by: string | null;
            /** Format: date-time */
            created_at: string;
        };
        GateDecision: {
            /** @enum {string} */
            decision: "pass" | "block";
            reasons: ("suite_missing" | "agent_profile_missing" | "no_approved_run" | "suite_version_changed" | "version_drift" | "open_drift_trigger" | "attestation_missing")[];
            reason_details: {
                /** @enum {string} */
                code: "suite_missing" | "agent_profile_missing" | "no_approved_run" | "suite_version_changed" | "version_drift" | "open_drift_trigger" | "attestation_missing";
                message: string;
            }[];
            certification_id: string | null;
            /** Format: uuid */
            decision_id: string;
            /** Format: uuid */
            ai_system_id: string;
            eval_suite_id: string | null;
            eval_suite_version: number | null;
            /** @description SHA-256 of the locked input snapshot. */
            payload_hash: string;
            /** Format: date-time */
            decided_at: string;
            missing_attestation_roles: string[];
        };
        SigstoreBundle: {
            /** @constant */
            mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json";
            verificationMaterial: {
                publicKey: {
                    hint: string;
                };
            };
            dsseEnvelope: components["schemas"]["DsseEnvelope"];
        };
        DsseEnvelope: {
            /** @description The in-toto statement, base64. */
            payload: string;
            /** @constant */
            payloadType: "application/vnd.in-toto+json";
            signatures: {
                /** @description The signing key. */
                keyid: string;
                /** @description ECDSA P-256 with SHA-256 in DER, base64. */
                sig: string;
            }[];
        };
        AgentRun: {
            /** Format: uuid */
            id: string;
            agent_identity: string;
            run_ref: string;
            model_name: string | null;
            model_version: string | null;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled" | "timed_out";
            /** @description null until a profile for the agent_identity exists. */
            ai_agent_profile_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AgentRunRequest: {
            /** @description Identifies the agent profile. */
            agent_identity: string;
            /** @description The caller's own reference, unique per organization. */
            run_ref: string;
            model_name?: string;
            model_version?: string;
            /** Format: date-time */
            started_at: string;
            /**
             * @description Without it: completed.
             * @enum {string}
             */
            status?: "running" | "completed" | "failed" | "cancelled" | "timed_out";
        };
        AgentEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            run_id: string;
            seq: number;
            /** @enum {string} */
            event_type: "tool_call" | "proposed_action" | "executed_action" | "approval" | "rejection";
            tool_name: string | null;
            /** Format: date-time */
            occurred_at: string;
            /** @description SHA-256 of the RFC 8785 canonical JSON of the payload. */
            payload_hash: string;
            /** Format: date-time */
            created_at: string;
        };
        AgentEventRequest: {
            /** @description The caller's sequence number, unique per run. */
            seq: number;
            /** @enum {string} */
            event_type: "tool_call" | "proposed_action" | "executed_action" | "approval" | "rejection";
            /** @description Required for tool_call and executed_action. */
            tool_name?: string;
            /** Format: date-time */
            occurred_at: string;
            /** @description At most 32 KiB serialized. */
            payload?: {
                [key: string]: unknown;
            };
        };
        AuditEntry: {
            /** @constant */
            v: 1;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The X-Request-Id of the call.
             */
            request_id: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "api_key" | "user" | "service_client" | "webhook_endpoint" | "operator" | "system" | "anonymous";
                id: string | null;
                name: string | null;
            };
            /** @enum {string} */
            via: "rest" | "webhook" | "control" | "grpc" | "command" | "system";
            operation: string;
            /** @enum {string} */
            outcome: "ok" | "refused" | "failed";
            /** @description The error code of a call that was refused or failed. */
            code: string | null;
            details: {
                [key: string]: unknown;
            };
            /** @description What the call wrote: the tree hash over its records of each type. */
            receipts: {
                type: string;
                count: number;
                root: string;
            }[];
            /** @description The place in the log; null until it has one. The RFC 8785 text of this object without leaf_index and incident_ids is what the leaf is the hash of. */
            leaf_index: number | null;
            /** @description The incidents that the call opened or changed. */
            incident_ids: string[];
        };
        /** @description The native payload of the webhook (format service). */
        WebhookIncident: {
            title: string;
            description?: string | null;
            /**
             * @description low, medium, high, critical or unknown; anything else is read as unknown.
             * @example high
             */
            severity?: unknown;
            source_system?: string | null;
            /** @description The sender's own event id, by which a duplicate is recognised (7 days unless set otherwise). */
            external_id?: string | null;
            /** @description RFC 3339, or Unix time. */
            occurred_at?: string | number | null;
        };
        Received: {
            /** @constant */
            received: true;
            /**
             * @description Present when the event was received before.
             * @constant
             */
            replay?: true;
        };
        /** @description Fields that are missing or of the wrong type. Never their values. */
        MappingDetails: {
            missing?: string[];
            wrong_type?: {
                field: string;
                expected: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Correlation id of the call; also the id of its entry in the audit log. */
        "X-Request-Id": string;
        /** @description The limit of calls in a window of 60 seconds. */
        "X-RateLimit-Limit": number;
        /** @description Remaining calls in this window. */
        "X-RateLimit-Remaining": number;
        /** @description When the window ends, Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description How to authenticate (RFC 9110 section 11.6.1). */
        "WWW-Authenticate": string;
        /** @description Whole seconds to wait before the next try. */
        "Retry-After": number;
        /** @description `true` if this is the stored answer of the first call with the Idempotency-Key. */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listIncidents: {
        parameters: {
            query?: {
                /** @description In one of these statuses. */
                status?: ("open" | "investigating" | "contained" | "resolved" | "closed" | "dismissed")[];
                /** @description Of one of these severities. */
                severity?: ("low" | "medium" | "high" | "critical" | "unknown")[];
                /** @description Under one of these regulations. */
                regulation?: ("nis2" | "dora" | "gdpr" | "cra" | "ai_act" | "cer" | "eidas" | "other")[];
                /** @description Significant, or not. */
                is_significant?: boolean;
                /** @description The event id that the sender gave. */
                external_id?: string;
                /** @description Words that the title, the description or the identifiers hold, in any order, each from the beginning of a word; or an id. */
                search?: string;
                /** @description Incidents created at this time or later. */
                created_since?: string;
                /** @description Incidents created before this time. */
                created_until?: string;
                /** @description Incidents detected at this time or later. */
                detected_since?: string;
                /** @description Incidents detected before this time. */
                detected_until?: string;
                /** @description Owned by this user. */
                owner_id?: string;
                /** @description With a report that is overdue, or with none. */
                overdue?: boolean;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "title": "Customer database reachable from the internet",
                     *           "description": "A firewall rule was opened during maintenance and not closed again.",
                     *           "severity": "high",
                     *           "affected_systems": [
                     *             "crm-db-1"
                     *           ],
                     *           "affected_persons_count": 1200,
                     *           "detected_at": "2026-03-02T09:00:00.000Z",
                     *           "regulation": "nis2",
                     *           "is_significant": true,
                     *           "early_warning_deadline": "2026-03-03T09:00:00.000Z",
                     *           "notification_deadline": "2026-03-05T09:00:00.000Z",
                     *           "final_report_deadline": "2026-04-05T09:00:00.000Z",
                     *           "status": "open",
                     *           "source": {
                     *             "kind": "webhook",
                     *             "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *             "format": "service",
                     *             "source_system": "siem.example.org",
                     *             "external_id": "alert-4711",
                     *             "occurred_at": "2026-03-02T09:30:00.000Z",
                     *             "received_at": "2026-03-02T09:30:00.000Z",
                     *             "body_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "product": "text",
                     *             "mapping_version": 0,
                     *             "notes": [
                     *               "text"
                     *             ]
                     *           },
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Incident"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission incidents:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission incidents:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Customer database reachable from the internet",
                 *       "description": "A firewall rule was opened during maintenance and not closed again.",
                 *       "severity": "high",
                 *       "affected_systems": [
                 *         "crm-db-1"
                 *       ],
                 *       "affected_persons_count": 1200,
                 *       "detected_at": "2026-03-02T09:00:00.000Z",
                 *       "regulation": "nis2"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "title": "Customer database reachable from the internet",
                     *       "description": "A firewall rule was opened during maintenance and not closed again.",
                     *       "severity": "high",
                     *       "affected_systems": [
                     *         "crm-db-1"
                     *       ],
                     *       "affected_persons_count": 1200,
                     *       "detected_at": "2026-03-02T09:00:00.000Z",
                     *       "regulation": "nis2",
                     *       "is_significant": true,
                     *       "early_warning_deadline": "2026-03-03T09:00:00.000Z",
                     *       "notification_deadline": "2026-03-05T09:00:00.000Z",
                     *       "final_report_deadline": "2026-04-05T09:00:00.000Z",
                     *       "status": "open",
                     *       "source": {
                     *         "kind": "webhook",
                     *         "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *         "format": "service",
                     *         "source_system": "siem.example.org",
                     *         "external_id": "alert-4711",
                     *         "occurred_at": "2026-03-02T09:30:00.000Z",
                     *         "received_at": "2026-03-02T09:30:00.000Z",
                     *         "body_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "product": "text",
                     *         "mapping_version": 0,
                     *         "notes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission incidents:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission incidents:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 1048576 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    getIncident: {
        parameters: {
            query?: {
                /** @description `obligations`: the answer has what has to be reported, as it is now. */
                include?: "obligations";
            };
            header?: never;
            path: {
                /**
                 * @description The id.
                 * @example 019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "title": "Customer database reachable from the internet",
                     *       "description": "A firewall rule was opened during maintenance and not closed again.",
                     *       "severity": "high",
                     *       "affected_systems": [
                     *         "crm-db-1"
                     *       ],
                     *       "affected_persons_count": 1200,
                     *       "detected_at": "2026-03-02T09:00:00.000Z",
                     *       "regulation": "nis2",
                     *       "is_significant": true,
                     *       "early_warning_deadline": "2026-03-03T09:00:00.000Z",
                     *       "notification_deadline": "2026-03-05T09:00:00.000Z",
                     *       "final_report_deadline": "2026-04-05T09:00:00.000Z",
                     *       "status": "open",
                     *       "source": {
                     *         "kind": "webhook",
                     *         "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *         "format": "service",
                     *         "source_system": "siem.example.org",
                     *         "external_id": "alert-4711",
                     *         "occurred_at": "2026-03-02T09:30:00.000Z",
                     *         "received_at": "2026-03-02T09:30:00.000Z",
                     *         "body_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "product": "text",
                     *         "mapping_version": 0,
                     *         "notes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "obligations": [
                     *         {
                     *           "regime": "nis2",
                     *           "step": "text",
                     *           "recipient": "text",
                     *           "article": "text",
                     *           "runs_from": "text",
                     *           "due_at": "2026-03-02T09:30:00.000Z",
                     *           "forecast_at": "2026-03-02T09:30:00.000Z",
                     *           "state": "waiting",
                     *           "filing_id": "text",
                     *           "runs_from_at": "2026-03-02T09:30:00.000Z",
                     *           "stands_in": "text",
                     *           "provisional": false,
                     *           "conditional": false,
                     *           "remark": "text",
                     *           "rules": "text",
                     *           "settings_version": 0,
                     *           "incident_id": "text",
                     *           "incident_title": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        description: string;
                        /** @enum {string} */
                        severity: "low" | "medium" | "high" | "critical" | "unknown";
                        affected_systems: string[];
                        affected_persons_count: number;
                        /** Format: date-time */
                        detected_at: string;
                        /** @enum {string} */
                        regulation: "nis2" | "dora" | "gdpr" | "cra" | "ai_act" | "cer" | "eidas" | "other";
                        /** @description Whether the severity is high or critical. */
                        is_significant: boolean;
                        /**
                         * Format: date-time
                         * @description Detection time + 24 h.
                         */
                        early_warning_deadline: string;
                        /**
                         * Format: date-time
                         * @description Detection time + 72 h.
                         */
                        notification_deadline: string;
                        /**
                         * Format: date-time
                         * @description One calendar month after the notification deadline.
                         */
                        final_report_deadline: string;
                        /** @enum {string} */
                        status: "open" | "investigating" | "contained" | "resolved" | "closed" | "dismissed";
                        source: {
                            /** @enum {string} */
                            kind: "api" | "webhook" | "service" | "user";
                            id: string;
                            format: string | null;
                            source_system: string | null;
                            external_id: string | null;
                            occurred_at: string | null;
                            received_at: string | null;
                            body_sha256: string | null;
                            /** @description What a vendor_siem body was recognised as. */
                            product: string | null;
                            mapping_version: number | null;
                            /** @description What was changed or could not be read of an alert, a sentence each. */
                            notes: string[];
                        };
                        /** Format: date-time */
                        created_at: string;
                        /** @description There where `include=obligations` asks for it. */
                        obligations?: components["schemas"]["Obligation"][];
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission incidents:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission incidents:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The incident is not in the key's organization. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    setIncidentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id.
                 * @example 019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "contained",
                 *       "note": "The firewall rule is closed.",
                 *       "expected_status": "open"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentStatusRequest"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "title": "Customer database reachable from the internet",
                     *       "description": "A firewall rule was opened during maintenance and not closed again.",
                     *       "severity": "high",
                     *       "affected_systems": [
                     *         "crm-db-1"
                     *       ],
                     *       "affected_persons_count": 1200,
                     *       "detected_at": "2026-03-02T09:00:00.000Z",
                     *       "regulation": "nis2",
                     *       "is_significant": true,
                     *       "early_warning_deadline": "2026-03-03T09:00:00.000Z",
                     *       "notification_deadline": "2026-03-05T09:00:00.000Z",
                     *       "final_report_deadline": "2026-04-05T09:00:00.000Z",
                     *       "status": "open",
                     *       "source": {
                     *         "kind": "webhook",
                     *         "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *         "format": "service",
                     *         "source_system": "siem.example.org",
                     *         "external_id": "alert-4711",
                     *         "occurred_at": "2026-03-02T09:30:00.000Z",
                     *         "received_at": "2026-03-02T09:30:00.000Z",
                     *         "body_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "product": "text",
                     *         "mapping_version": 0,
                     *         "notes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission incidents:status. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission incidents:status."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The incident is not in the key's organization. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 1048576 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Of this type. */
                asset_type?: string;
                /** @description Of one of these classifications. */
                classification?: ("public" | "internal" | "confidential" | "restricted")[];
                /** @description Of one of these criticalities. */
                business_criticality?: ("low" | "medium" | "high" | "critical")[];
                /** @description In one of these statuses. */
                status?: ("active" | "retired")[];
                /** @description Hosted in the EU, or not. */
                hosted_in_eu?: boolean;
                /** @description With personal data, or without. */
                contains_personal_data?: boolean;
                /** @description Words that the name holds, in any order, each from the beginning of a word; or an id. */
                search?: string;
                /** @description Assets created at this time or later. */
                created_since?: string;
                /** @description Assets created before this time. */
                created_until?: string;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "name": "Customer database",
                     *           "asset_type": "database",
                     *           "classification": "confidential",
                     *           "business_criticality": "high",
                     *           "hosted_in_eu": true,
                     *           "contains_personal_data": true,
                     *           "status": "active",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Asset"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission assets:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission assets:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer database",
                 *       "asset_type": "database",
                 *       "classification": "confidential",
                 *       "business_criticality": "high",
                 *       "hosted_in_eu": true,
                 *       "contains_personal_data": true
                 *     }
                 */
                "application/json": components["schemas"]["AssetRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "name": "Customer database",
                     *       "asset_type": "database",
                     *       "classification": "confidential",
                     *       "business_criticality": "high",
                     *       "hosted_in_eu": true,
                     *       "contains_personal_data": true,
                     *       "status": "active",
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission assets:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission assets:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 1048576 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listSuppliers: {
        parameters: {
            query?: {
                /** @description Of one of these categories. */
                category?: ("critical" | "important" | "standard")[];
                /** @description In one of these assessment statuses. */
                assessment_status?: ("pending" | "in_progress" | "approved" | "rejected" | "expired")[];
                /** @description Words that the name, the description or the identifiers hold, in any order, each from the beginning of a word; or an id. */
                search?: string;
                /** @description Suppliers created at this time or later. */
                created_since?: string;
                /** @description Suppliers created before this time. */
                created_until?: string;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "name": "Nordic Hosting",
                     *           "org_number": "556677-8899",
                     *           "category": "critical",
                     *           "service_description": "Managed hosting of the customer database.",
                     *           "contact_email": "security@example.org",
                     *           "risk_score": 0,
                     *           "assessment_status": "pending",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Supplier"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission suppliers:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission suppliers:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    createSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nordic Hosting",
                 *       "org_number": "556677-8899",
                 *       "category": "critical",
                 *       "service_description": "Managed hosting of the customer database.",
                 *       "contact_email": "security@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["SupplierRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "name": "Nordic Hosting",
                     *       "org_number": "556677-8899",
                     *       "category": "critical",
                     *       "service_description": "Managed hosting of the customer database.",
                     *       "contact_email": "security@example.org",
                     *       "risk_score": 0,
                     *       "assessment_status": "pending",
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission suppliers:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission suppliers:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 1048576 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listEvaluations: {
        parameters: {
            query?: {
                /** @description Results of this AI system. */
                ai_system_id?: string;
                /** @description Known: prompt_injection, jailbreak, data_leakage, toxicity, bias, hallucination, accuracy, robustness, drift, tool_use, safety, custom. */
                eval_type?: string;
                /** @description Results that their caller called passed, or not. */
                passed?: boolean;
                /** @description Results of this metric. */
                metric_name?: string;
                /** @description Results stored at this time or later. */
                created_since?: string;
                /** @description Results stored before this time. */
                created_until?: string;
                /** @description Texts, all of which occur in the metric, the type, the source, the system's name, the suite or the ids, upper or lower case; or the id of one row. */
                search?: string;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "ai_system_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "ai_system_name": "claims-assistant",
                     *           "source": "nightly pipeline",
                     *           "source_kind": "promptfoo",
                     *           "eval_type": "prompt_injection",
                     *           "metric_name": "attack_success_rate",
                     *           "metric_value": 0.02,
                     *           "threshold": 0.05,
                     *           "passed": true,
                     *           "evaluated_at": "2026-03-02T09:30:00.000Z",
                     *           "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "eval_suite": "release",
                     *           "eval_suite_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "eval_suite_version": 3,
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Evaluation"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission evaluations:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission evaluations:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    submitEvaluations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationRequest"] | components["schemas"]["EvaluationRequest"][] | {
                    evaluations: components["schemas"]["EvaluationRequest"][];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "ai_system_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "ai_system_name": "claims-assistant",
                     *           "source": "nightly pipeline",
                     *           "source_kind": "promptfoo",
                     *           "eval_type": "prompt_injection",
                     *           "metric_name": "attack_success_rate",
                     *           "metric_value": 0.02,
                     *           "threshold": 0.05,
                     *           "passed": true,
                     *           "evaluated_at": "2026-03-02T09:30:00.000Z",
                     *           "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "eval_suite": "release",
                     *           "eval_suite_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "eval_suite_version": 3,
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        created: number;
                        data: components["schemas"]["Evaluation"][];
                        /** @description The results that no threshold of their suite asks for. They are stored all the same. */
                        warnings?: components["schemas"]["EvaluationWarning"][];
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission evaluations:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission evaluations:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description An AI system or suite is not in the key's organization; details name the items. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 16777216 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 16777216 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listEvalSuites: {
        parameters: {
            query?: {
                /** @description Suites of this AI system. */
                ai_system_id?: string;
                /** @description Absent: every version. */
                status?: "active" | "superseded";
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "ai_system_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "name": "release",
                     *           "version": 3,
                     *           "status": "active",
                     *           "thresholds": [
                     *             {
                     *               "metric_name": "attack_success_rate",
                     *               "eval_type": "prompt_injection",
                     *               "operator": "lte",
                     *               "value": 0.05
                     *             }
                     *           ],
                     *           "superseded_by": null,
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EvalSuite"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission evaluations:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission evaluations:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    queryGate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the AI system.
                 * @example 019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f
                 */
                aiSystemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "block",
                     *       "reasons": [
                     *         "attestation_missing"
                     *       ],
                     *       "reason_details": [
                     *         {
                     *           "code": "attestation_missing",
                     *           "message": "Suite \"release\" version 3 and the current agent versions are not attested by: \"dpo\". A user holding the role has to attest."
                     *         }
                     *       ],
                     *       "certification_id": null,
                     *       "decision_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "ai_system_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "eval_suite_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "eval_suite_version": 3,
                     *       "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "decided_at": "2026-03-02T09:30:00.000Z",
                     *       "missing_attestation_roles": [
                     *         "dpo"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GateDecision"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The key's organization has no such object. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    queryGateByName: {
        parameters: {
            query: {
                /**
                 * @description The exact name of the AI system.
                 * @example claims-assistant
                 */
                ai_system_name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "block",
                     *       "reasons": [
                     *         "attestation_missing"
                     *       ],
                     *       "reason_details": [
                     *         {
                     *           "code": "attestation_missing",
                     *           "message": "Suite \"release\" version 3 and the current agent versions are not attested by: \"dpo\". A user holding the role has to attest."
                     *         }
                     *       ],
                     *       "certification_id": null,
                     *       "decision_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "ai_system_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "eval_suite_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "eval_suite_version": 3,
                     *       "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "decided_at": "2026-03-02T09:30:00.000Z",
                     *       "missing_attestation_roles": [
                     *         "dpo"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GateDecision"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description No AI system of the key's organization has this name. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    attestDecision: {
        parameters: {
            query?: {
                /** @description A bare DSSE envelope, or a Sigstore bundle with it; absent: the bundle. */
                format?: "dsse" | "bundle";
                /** @description SHA-256 of the artifact that is released, hex; absent: the decision's snapshot is the subject. */
                subject_sha256?: string;
                /** @description Name of the artifact; absent: the AI system's name. */
                subject_name?: string;
                /** @description What is stated: the decision, or a SLSA verification summary of the artifact `subject_sha256`; absent: the decision. */
                predicate?: "decision" | "vsa";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the decision.
                 * @example 019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f
                 */
                decisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
                     *       "verificationMaterial": {
                     *         "publicKey": {
                     *           "hint": "text"
                     *         }
                     *       },
                     *       "dsseEnvelope": {
                     *         "payload": "text",
                     *         "payloadType": "application/vnd.in-toto+json",
                     *         "signatures": [
                     *           {
                     *             "keyid": "text",
                     *             "sig": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SigstoreBundle"] | components["schemas"]["DsseEnvelope"];
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission gate:query, or the organization lacks the add-on agent_governance."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The decision is not of the key's organization. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Runs of the agent that this profile documents. */
                ai_agent_profile_id?: string;
                /** @description In one of these statuses. */
                status?: ("running" | "completed" | "failed" | "cancelled" | "timed_out")[];
                /** @description Runs of this agent, whether a profile documents it or not. */
                agent_identity?: string;
                /** @description Runs stored at this time or later. */
                created_since?: string;
                /** @description Runs stored before this time. */
                created_until?: string;
                /** @description Texts, all of which occur in run_ref, the agent, the model or its version, upper or lower case; or the id of one row. */
                search?: string;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "agent_identity": "claims-agent",
                     *           "run_ref": "ci-2026-03-02-17",
                     *           "model_name": "example-model",
                     *           "model_version": "2026-02-01",
                     *           "started_at": "2026-03-02T09:30:00.000Z",
                     *           "status": "completed",
                     *           "ai_agent_profile_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AgentRun"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission agent_runs:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission agent_runs:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    submitRuns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRunRequest"] | components["schemas"]["AgentRunRequest"][] | {
                    runs: components["schemas"]["AgentRunRequest"][];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "agent_identity": "claims-agent",
                     *           "run_ref": "ci-2026-03-02-17",
                     *           "model_name": "example-model",
                     *           "model_version": "2026-02-01",
                     *           "started_at": "2026-03-02T09:30:00.000Z",
                     *           "status": "completed",
                     *           "ai_agent_profile_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        created: number;
                        data: components["schemas"]["AgentRun"][];
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission agent_runs:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission agent_runs:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 16777216 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 16777216 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    submitRunEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the run, not its run_ref.
                 * @example 019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentEventRequest"] | components["schemas"]["AgentEventRequest"][] | {
                    events: components["schemas"]["AgentEventRequest"][];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "data": [
                     *         {
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "run_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "seq": 0,
                     *           "event_type": "tool_call",
                     *           "tool_name": "search_claims",
                     *           "occurred_at": "2026-03-02T09:30:00.000Z",
                     *           "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        created: number;
                        data: components["schemas"]["AgentEvent"][];
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission agent_runs:write. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission agent_runs:write."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The run is not in the key's organization. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "not_found",
                     *         "message": "not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "not_found";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "The body did not arrive in time."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 16777216 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 16777216 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unsupported_media_type",
                     *         "message": "Content-Type is not application/json, or the body is compressed."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unsupported_media_type";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description Calls of this operation, e.g. `createIncident`. */
                operation?: string;
                /** @description Calls by this key, person, service client or webhook endpoint. */
                actor_id?: string;
                /** @description Calls by this kind of caller. */
                actor_kind?: "api_key" | "user" | "service_client" | "webhook_endpoint" | "operator" | "system" | "anonymous";
                /** @description Calls with this outcome. */
                outcome?: "ok" | "refused" | "failed";
                /** @description Entries of this time or later. */
                since?: string;
                /** @description Entries before this time. */
                until?: string;
                /** @description Entries after this place in the log, in the order of the log; -1 from its start. Not together with cursor. */
                after_leaf?: number;
                /** @description Texts, all of which occur in the operation, the code, the caller's name or id, the ids or the details, upper or lower case; or the id of one row. */
                search?: string;
                /** @description Calls that wrote the record with this id: an incident, a system, a key, a person. Of an incident also its comments, attachments, filings, reports, deliveries and notifications. At most the newest 10,000. */
                record_id?: string;
                /** @description How many items a page holds at most; 50 without it. */
                limit?: number;
                /** @description The next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "v": 1,
                     *           "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "request_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "organization_id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *           "at": "2026-03-02T09:30:00.000Z",
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "id": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *             "name": "Customer database"
                     *           },
                     *           "via": "rest",
                     *           "operation": "createIncident",
                     *           "outcome": "ok",
                     *           "code": null,
                     *           "details": {},
                     *           "receipts": [
                     *             {
                     *               "type": "text",
                     *               "count": 0,
                     *               "root": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *             }
                     *           ],
                     *           "leaf_index": 4711,
                     *           "incident_ids": [
                     *             "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f"
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f",
                     *       "last_leaf": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        next_cursor: string | null;
                        /** @description With after_leaf: the last place that was looked at, the next after_leaf. */
                        last_leaf: number | null;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Refused: the key lacks the permission audit:read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "forbidden",
                     *         "message": "Refused: the key lacks the permission audit:read."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "forbidden";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "text"
                     *     }
                     */
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Missing or invalid fields, or unknown parameters; details name them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "validation_error",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "validation_error";
                            message?: unknown;
                            details?: components["schemas"]["ValidationDetails"];
                        };
                    };
                };
            };
            /** @description The key is missing, unknown or revoked, or cookies were sent. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The rate limit is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
    deliverIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Overrides the format configured on the endpoint. */
                "X-Service-Format"?: "service" | "vendor_siem" | "generic_json";
                /** @description Of a later try with a new signature: the signature of the first try, however old it is. An alert without an id is known by it. */
                "X-Service-First-Signature"?: string;
            };
            path: {
                /**
                 * @description The token of the endpoint, a part of its address. Not a permission in itself.
                 * @example whk_example
                 */
                orgKey: string;
            };
            cookie?: never;
        };
        /** @description At most 1048576 bytes. Content-Type is not checked: the signature covers the bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookIncident"] | ({
                    [key: string]: unknown;
                } | unknown[]);
            };
        };
        responses: {
            /** @description A replay, or a notification in which nothing fires: no incident was created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true,
                     *       "replay": true
                     *     }
                     */
                    "application/json": components["schemas"]["Received"];
                };
            };
            /** @description Received: the incident is created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": components["schemas"]["Received"];
                };
            };
            /** @description The body is not JSON, or X-Service-Format is unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "invalid_json",
                     *         "message": "title: is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_json" | "invalid_format";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The signature cannot be verified, or the endpoint does not exist or is revoked; one answer for all. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "unauthorized",
                     *         "message": "a valid API key is required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "unauthorized";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The body is larger than 1048576 bytes. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "payload_too_large",
                     *         "message": "The body is larger than 1048576 bytes."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "payload_too_large";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description The JSON cannot be mapped to an incident; details name the fields. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "invalid_cyberklar_payload",
                     *         "message": "The JSON cannot be mapped to an incident; details name the fields."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @enum {unknown} */
                            code?: "invalid_cyberklar_payload" | "invalid_vendor_siem_payload" | "invalid_generic_json_payload";
                            message?: unknown;
                            details?: components["schemas"]["MappingDetails"];
                        };
                    };
                };
            };
            /** @description Too many calls of this endpoint, or too many failed ones of this address. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "rate_limited",
                     *         "message": "too many requests"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "rate_limited";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
            /** @description Internal error; repeat the call. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "internal_error",
                     *         "message": "internal error"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        error?: {
                            /** @constant */
                            code?: "internal_error";
                            message?: unknown;
                            details?: unknown;
                        };
                    };
                };
            };
        };
    };
}
