/** Series that every process serves. The time of the last change has none before the first change. */
const OF_ALL = [
  "drayboard_database_up",
  "drayboard_inbox_waiting",
  "drayboard_inbox_lag_seconds",
  "drayboard_inbox_dead_letters",
  "drayboard_queue_entries",
  "drayboard_workers",
  "drayboard_upstream_down",
  "drayboard_upstream_budget_used",
  "drayboard_last_sync_timestamp_seconds",
  "drayboard_pool_connections_in_use",
  "drayboard_pool_connections_max",
  "drayboard_pool_waiting",
  "drayboard_notifications_total",
  "process_resident_memory_bytes",
  "process_cpu_seconds_total",
  "nodejs_heap_size_used_bytes",
  "nodejs_eventloop_lag_seconds",
  "nodejs_eventloop_lag_p99_seconds",
];

/** The named series that each process must serve, by its job in deploy/monitoring/prometheus.yml. */
export const SERIES_BY_JOB: Readonly<Record<string, readonly string[]>> = {
  "drayboard-dashboard": [
    ...OF_ALL,
    "drayboard_sse_clients",
    "drayboard_http_requests_total",
    "drayboard_http_requests_in_progress",
    "drayboard_http_request_duration_seconds_bucket",
    "drayboard_http_request_duration_seconds_count",
  ],
  "drayboard-worker": [
    ...OF_ALL,
    "drayboard_upstream_requests_total",
    "drayboard_upstream_request_duration_seconds_bucket",
  ],
};
