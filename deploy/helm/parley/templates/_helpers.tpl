{{- define "parley.name" -}}
{{- if contains "parley" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-parley{{ end -}}
{{- end }}

{{/* Of one component: (dict "root" $ "component" "api") */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "parley.claim" -}}
{{ .Values.models.claim | default (printf "%s-models" (include "parley.name" .)) }}
{{- end }}

{{- define "parley.deployment" -}}
{{- $root := .root }}
{{- $own := index .root.Values .component }}
{{- $values := .root.Values }}
{{- $longest := max $own.drain.streams $own.drain.conversations }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "parley.name" .root }}-{{ .component }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  {{- if not $own.autoscaling.enabled }}
  replicas: {{ $own.replicas }}
  {{- end }}
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels: {{- include "parley.labels" . | nindent 8 }}
      {{- with $values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "parley.name" .root }}
      automountServiceAccountToken: false
      {{- with $values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      # What may still be going on, half a minute for conversations to say goodbye, and writing what is pending.
      terminationGracePeriodSeconds: {{ add $own.drain.noticed $longest 40 }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "parley.selector" . | nindent 14 }}
      containers:
        - name: parley
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          env:
            - name: ROLE
              value: {{ .component }}
            - name: MODELS_DIR
              value: /models
            # Node.js counts the processors of the machine, not those of the container.
            - name: LANES
              valueFrom:
                resourceFieldRef: { resource: requests.cpu, divisor: '1' }
            - name: MAX_AGENT_SESSIONS
              value: {{ $own.conversations | quote }}
            - name: SHUTDOWN_DELAY_MS
              value: {{ mul $own.drain.noticed 1000 | quote }}
            - name: SHUTDOWN_GRACE_MS
              value: {{ mul $own.drain.streams 1000 | quote }}
            - name: AGENT_DRAIN_MS
              value: {{ mul $own.drain.conversations 1000 | quote }}
            - name: METRICS_OPEN
              value: {{ $values.metrics.open | quote }}
            {{- range $values.secret.keys }}
            - name: {{ . }}_FILE
              value: /run/secrets/parley/{{ . }}
            {{- end }}
            {{- range $name, $value := merge (dict) $own.settings $values.settings }}
            {{- if ne (toString $value) "" }}
            - name: {{ $name }}
              value: {{ toString $value | quote }}
            {{- end }}
            {{- end }}
          ports:
            - name: http
              containerPort: 8000
          # The first start may fetch models before it listens.
          startupProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 2
            failureThreshold: 300
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            failureThreshold: 2
            timeoutSeconds: 2
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            failureThreshold: 6
            timeoutSeconds: 5
          resources: {{- toYaml $own.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: data, mountPath: /data }
            {{- if ne $values.models.from "image" }}
            - { name: models, mountPath: /models }
            {{- end }}
            - { name: tmp, mountPath: /tmp }
            - { name: secrets, mountPath: /run/secrets/parley, readOnly: true }
      volumes:
        # All that has to be kept is in PostgreSQL.
        - { name: data, emptyDir: {} }
        - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
        {{- if eq $values.models.from "download" }}
        - { name: models, emptyDir: {} }
        {{- else if eq $values.models.from "claim" }}
        - name: models
          persistentVolumeClaim: { claimName: {{ include "parley.claim" .root }} }
        {{- end }}
        - name: secrets
          secret: { secretName: {{ $values.secret.name }}, defaultMode: 0440 }
      {{- range $key := list "nodeSelector" "tolerations" "affinity" }}
      {{- with index $own $key }}
      {{ $key }}: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
{{- end }}

{{- define "parley.autoscaler" -}}
{{- $own := index .root.Values .component }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "parley.name" .root }}-{{ .component }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "parley.name" .root }}-{{ .component }}
  minReplicas: {{ $own.autoscaling.min }}
  maxReplicas: {{ $own.autoscaling.max }}
  metrics:
    {{- if eq $own.autoscaling.by "cpu" }}
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ $own.autoscaling.target }} }
    {{- else }}
    {{- range list "parley_lane_utilization" "parley_conversation_utilization" }}
    - type: Pods
      pods:
        metric: { name: {{ . }} }
        target: { type: AverageValue, averageValue: {{ mul $own.autoscaling.target 10 }}m }
    {{- end }}
    {{- end }}
  behavior:
    # More at once, fewer slowly: a process that ends takes its conversations' time to drain.
    scaleUp:
      policies: [{ type: Percent, value: 100, periodSeconds: 30 }]
    scaleDown:
      stabilizationWindowSeconds: 600
      policies: [{ type: Pods, value: 1, periodSeconds: 60 }]
{{- end }}

{{- define "parley.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "parley.name" .root }}-{{ .component }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.disruption.maxUnavailable }}
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
{{- end }}

{{- define "parley.policy" -}}
{{- $policy := .root.Values.networkPolicy }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "parley.name" .root }}-{{ .component }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  {{- $peers := $policy.monitoring }}
  {{- if eq .component "api" }}
  {{- $peers = concat $policy.clients $policy.monitoring }}
  {{- end }}
  {{- if $peers }}
  ingress:
    - from: {{- toYaml $peers | nindent 8 }}
      ports: [{ port: http }]
  {{- else }}
  ingress: []
  {{- end }}
{{- end }}
