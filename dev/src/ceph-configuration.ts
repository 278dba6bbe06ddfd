import { host, type Settings } from './settings.ts'

const osdSizeBytes = 32 * 1024 ** 3

/** The whole of ceph.conf. Every path a daemon may write to is named, else it would use /var. */
export function cephConfiguration(settings: Settings, dir: string, fsid: string): string {
  const { ports } = settings
  return `[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = v1:${host}:${ports.cephMon}
public_addr = ${host}
cluster_addr = ${host}
ms_bind_msgr2 = false
ms_bind_port_min = ${ports.cephOsdFirst}
ms_bind_port_max = ${ports.cephOsdLast}
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = false
keyring = ${dir}/keyring
run_dir = ${dir}
crash_dir = ${dir}/log
log_file = ${dir}/log/$name.log
mon_cluster_log_file = ${dir}/log/cluster.log
# Nothing uses the admin sockets, and their paths may exceed what the kernel allows.
admin_socket =
pid_file =
# The monitor gathers changes for a second by default; the first start makes twenty, one after the other.
paxos_propose_interval = 0.05
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
osd_memory_target = 939524096

[mon.a]
mon_data = ${dir}/mon
keyring = ${dir}/mon/keyring
mon_data_avail_crit = 1
mon_data_avail_warn = 1

[osd.0]
osd_data = ${dir}/osd
keyring = ${dir}/osd/keyring
osd_objectstore = bluestore
# A sparse file: it takes what is stored in it.
bluestore_block_size = ${osdSizeBytes}

[client.rgw]
rgw_data = ${dir}/rgw
keyring = ${dir}/rgw/keyring
rgw_frontends = beast endpoint=${host}:${ports.s3}
rgw_thread_pool_size = 64
rgw_dns_name = localhost
`
}
